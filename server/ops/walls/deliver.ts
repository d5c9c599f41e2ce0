import type { SignedCall } from '#domain/earning/index.ts';
import type { Answer } from './table.ts';

const TIMEOUT_MS = 30_000;
const ANSWER_LENGTH_MAX = 30;

/** Sends a call to the server at `url` with these headers besides its own. Returns the response and how long it took. */
export async function deliverCall(
  url: string,
  call: SignedCall,
  headers: Record<string, string>,
): Promise<Omit<Answer, 'what'>> {
  const started = performance.now();
  const answer = await fetch(url + call.target, {
    method: call.method,
    headers: { ...call.headers, ...headers },
    ...(call.method === 'POST' ? { body: call.body } : {}),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).then(
    async (response) => `${response.status} ${(await response.text()).slice(0, ANSWER_LENGTH_MAX)}`,
    (error: Error) => `no answer: ${error.name}`,
  );
  return { answer, milliseconds: performance.now() - started };
}

/** A server that trusts this machine as a proxy takes the call for one from this address. */
export const from = (address: string | undefined): Record<string, string> =>
  address ? { 'X-Forwarded-For': address } : {};
