import { CallError, call, NetworkError } from '#web/shared/api/call.ts';
import { site } from '#web/shared/api/site.ts';
import { MissingPart } from '#web/shared/browser/missing-part.ts';

const ID_BYTES = 4;
/** Reports per page load; a repeating error needs no more. */
const REPORTS_MAX = 5;
const LENGTHS = { name: 100, message: 500, stack: 4_000 };
let sent = 0;

/**
 * Reports a fault of ours to the server, and to the operator's error service if there is one. Returns the report's id;
 * undefined if it is no fault of the code (offline, refused) or enough were reported.
 */
export function reportError(error: unknown): string | undefined {
  if (!isFault(error) || sent >= REPORTS_MAX) return undefined;
  sent += 1;
  const id = Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  const { name, message, stack } = error;
  const body = {
    id,
    name: name.slice(0, LENGTHS.name),
    message: message.slice(0, LENGTHS.message),
    stack: (stack ?? '').slice(0, LENGTHS.stack),
    path: window.location.pathname,
  };
  // A report that fails must not cause another one.
  call('POST /api/client-errors', { body }).catch(() => undefined);
  if (site().errorService) {
    import('./error-service.ts').then(({ sendToService }) => sendToService(error, id)).catch(() => undefined);
  }
  return id;
}

function isFault(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof NetworkError || error instanceof MissingPart)
    return false;
  return !(error instanceof CallError) && !(error instanceof DOMException && error.name === 'AbortError');
}

/** Reports uncaught errors and rejections. Returns a function that stops it. */
export function watchErrors(): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  addEventListener('error', ({ error }) => void reportError(error), { signal });
  addEventListener('unhandledrejection', ({ reason }) => void reportError(reason), { signal });
  return () => leaving.abort();
}
