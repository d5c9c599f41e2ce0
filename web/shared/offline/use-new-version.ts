import { useEffect, useState } from 'react';

const SERVICE_WORKER = '/service-worker.js';
/** An open page looks for a new version when it comes to the front, at most this often. */
const LOOK_EVERY_MS = 3_600_000;
const TAKE_OVER = 'take over';

/**
 * Installs the service worker, which opens the app without a connection. Returns a function that reloads the page if a
 * newer version waits, else undefined. Never reloads by itself: the person may be filling in a form.
 */
export function useNewVersion(): (() => void) | undefined {
  const [waiting, setWaiting] = useState<ServiceWorker>();
  useEffect(() => {
    const leaving = new AbortController();
    register(leaving.signal, setWaiting).catch(() => {
      // Browsers refuse without a secure context or if they store nothing; the app works without.
    });
    return () => leaving.abort();
  }, []);
  if (!waiting) return undefined;
  return () => {
    // Another tab activated it already, for this tab too.
    if (waiting.state !== 'installed') return window.location.reload();
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    });
    waiting.postMessage(TAKE_OVER);
  };
}

async function register(signal: AbortSignal, onWaiting: (worker: ServiceWorker) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.register(SERVICE_WORKER, { scope: '/' });
  const watch = (worker: ServiceWorker | null) => {
    const tell = () => {
      // Without a controller this is the first version, and there is nothing to update.
      if (worker?.state === 'installed' && navigator.serviceWorker.controller) onWaiting(worker);
    };
    worker?.addEventListener('statechange', tell, { signal });
    tell();
  };
  watch(registration.waiting);
  registration.addEventListener('updatefound', () => watch(registration.installing), { signal });
  let looked = Date.now();
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_EVERY_MS) return;
      looked = Date.now();
      // Fails without a connection; the next look tries again.
      registration.update().catch(() => undefined);
    },
    { signal },
  );
}
