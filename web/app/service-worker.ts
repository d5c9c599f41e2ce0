/**
 * Shows push messages and opens their pages; opens the app without a connection (shared/offline/worker-cache.ts).
 * It is a file of its own, /service-worker.js, because a worker's path decides which pages it serves.
 */

import { type CachingWorker, cacheShell } from '#web/shared/offline/worker-cache.ts';

/** The payload that the server sends, see `PushMessage` of the notices. */
interface Message {
  title: string;
  body: string;
  path: string;
  tag: string;
  language: string;
  direction: 'ltr' | 'rtl';
}

/** The part of ServiceWorkerGlobalScope used here; TypeScript cannot load its types together with those of a page. */
interface Extended extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Pushed extends Extended {
  data: { json: () => unknown } | null;
}
interface Clicked extends Extended {
  notification: Notification;
}
interface Tab {
  url: string;
  focus: () => Promise<Tab>;
  navigate: (url: string) => Promise<Tab | null>;
}
interface Worker {
  addEventListener(type: 'push', listen: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listen: (event: Clicked) => void): void;
  registration: ServiceWorkerRegistration;
  clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<Tab[]>;
    openWindow: (url: string) => Promise<Tab | null>;
  };
}
const worker = self as unknown as Worker & CachingWorker;
cacheShell(worker);

worker.addEventListener('push', (event) => {
  const message = event.data?.json() as Message | undefined;
  if (!message) return;
  const { title, body, path, tag, language, direction } = message;
  event.waitUntil(
    worker.registration.showNotification(title, {
      body,
      tag,
      lang: language,
      dir: direction,
      icon: '/icon-192.png',
      data: { path },
    }),
  );
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(new URL(event.notification.data?.path ?? '/', location.origin)));
});

/** Shows the page in an open tab of the site, brought to the front, or in a new one. */
async function show(page: URL): Promise<void> {
  // Opens only pages of this site, whatever the message says.
  if (page.origin !== location.origin) return;
  const [tab] = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!tab) {
    await worker.clients.openWindow(page.href);
    return;
  }
  await tab.focus();
  if (tab.url === page.href) return;
  // A tab that this worker does not control cannot be navigated.
  await tab.navigate(page.href).catch(() => worker.clients.openWindow(page.href));
}
