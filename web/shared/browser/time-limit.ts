/**
 * A network may go silent without a word, and a browser itself waits for minutes or for ever. Longest wait, in milliseconds, for
 * a whole answer: longer than a server waits for a silent database.
 */
export const ANSWER_MS_MAX = 45_000;

/** The signal of one request: it aborts after `ms` milliseconds, and when `given` does, the signal of the one who asks. */
export function timeLimit(ms: number, given?: AbortSignal | null): AbortSignal {
  const controller = new AbortController();
  // Without a reason it would be an AbortError, which says that the one who asks has given up.
  const end = () => controller.abort(given?.reason ?? 'too late');
  given?.addEventListener('abort', end);
  // A signal that has aborted already says it no more.
  if (given?.aborted) end();
  setTimeout(end, ms);
  return controller.signal;
}

/** The promise, or a rejection after `ms` milliseconds. */
export const inTime = <Value>(promise: Promise<Value>, ms = ANSWER_MS_MAX): Promise<Value> =>
  new Promise((resolve, reject) => {
    promise.then(resolve, reject);
    setTimeout(reject, ms);
  });
