import { type AskFeed, FeedFailure } from '#domain/earning/index.ts';
import { retryAfterMs } from '#providers/common/retry-after.ts';

/** Longest silence of a vendor: before its answer, and between two pieces of it. */
const SILENCE_MS_MAX = 20_000;

/**
 * Asks vendors by HTTP. Follows no redirect, so that what a call carries goes to the host of the definition alone. How long an
 * answer may be is for its reader: the body comes piece by piece, unpacked.
 */
export const feedAsker =
  ({ silenceMs = SILENCE_MS_MAX } = {}): AskFeed =>
  async ({ method, url, headers, body }, signal) => {
    const ending = new AbortController();
    const quiet = new FeedFailure('timeout');
    let timer = setTimeout(() => ending.abort(quiet), silenceMs);
    const heard = () => {
      clearTimeout(timer);
      timer = setTimeout(() => ending.abort(quiet), silenceMs);
    };
    const failureOf = (error: unknown): unknown => {
      clearTimeout(timer);
      if (signal.aborted) return signal.reason;
      return ending.signal.aborted || error instanceof FeedFailure
        ? (ending.signal.reason ?? error)
        : new FeedFailure('connection');
    };
    const any = AbortSignal.any([signal, ending.signal]);
    const init = { method, headers: { 'user-agent': 'Pocketful-Feeds/1', ...headers }, body: body ?? null };
    const reply = await fetch(url, { ...init, redirect: 'manual', signal: any }).catch((error: unknown) => {
      throw failureOf(error);
    });
    heard();
    return {
      status: reply.status,
      header: (name) => reply.headers.get(name),
      retryAfterMs: retryAfterMs(reply.headers.get('retry-after')),
      pieces: piecesOf(reply.body, { heard, failureOf, end: () => clearTimeout(timer) }),
      discard: () => {
        clearTimeout(timer);
        ending.abort();
      },
    };
  };

async function* piecesOf(
  body: ReadableStream<Uint8Array> | null,
  { heard, failureOf, end }: { heard: () => void; failureOf: (error: unknown) => unknown; end: () => void },
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const piece of body ?? []) {
      // The time that the reader takes is not the vendor's.
      end();
      yield decoder.decode(piece, { stream: true });
      heard();
    }
    yield decoder.decode();
  } catch (error) {
    throw failureOf(error);
  } finally {
    end();
  }
}
