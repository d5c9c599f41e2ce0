import { WAIT } from './patience.ts';
import type { TestServer, Visitor } from './server.ts';

/**
 * Opens the event stream of a page. The returned function waits until the stream has had the word, closes it and returns all
 * that was heard; a stream that ends or is silent before is an error.
 */
export async function listenTo(
  site: TestServer,
  { cookie }: Visitor,
): Promise<(word: string) => Promise<string>> {
  const signal = AbortSignal.timeout(WAIT.timeout);
  const stream = await fetch(`${site.url}/api/events`, { headers: { Cookie: cookie }, signal });
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const hear = async () => {
    const { done, value } = await reader.read();
    if (done) throw new Error(`the event stream has ended after: ${heard}`);
    heard += value;
  };
  await hear();
  return async (word) => {
    while (!heard.includes(word)) await hear();
    await reader.cancel();
    return heard;
  };
}
