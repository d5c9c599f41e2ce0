/** The message by which the service worker asks for the address (web/app/service-worker.ts). */
const WHERE = 'where';

/**
 * Tells the service worker which page this tab shows, so that a press on a message brings the right one to the front. Returns a
 * function that stops it.
 */
export function tellAddress(): () => void {
  const ended = new AbortController();
  // Browsers have none without a secure context.
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data, ports }) => data === WHERE && ports[0]?.postMessage(location.href),
    { signal: ended.signal },
  );
  return () => ended.abort();
}
