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
  postMessage: (message: string, ports: MessagePort[]) => void;
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

/** The message that asks a page for its address (shared/push/tell-address.ts). */
const WHERE = 'where';
/** The longest wait for its answer. Browsers let a worker show a page for a second after the click. */
const ANSWER_MS_MAX = 300;

/** Brings a tab with the page to the front, else opens one: another page may hold a survey or a form half filled. */
async function show(page: URL): Promise<void> {
  // Opens only pages of this site, whatever the message says.
  if (page.origin !== location.origin) return;
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const addresses = await Promise.all(tabs.map(addressOf));
  const tab = tabs[addresses.findIndex((address) => withoutHash(address) === withoutHash(page.href))];
  await (tab ? tab.focus() : worker.clients.openWindow(page.href));
}

/**
 * Where a tab is by its own word, as to some browsers its `url` stays the address that was loaded, wherever the app has gone
 * since. A tab that does not answer is taken to be there.
 */
function addressOf(tab: Tab): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  const address = new Promise<string>((told) => {
    port1.onmessage = ({ data }: MessageEvent<string>) => told(data);
    setTimeout(() => told(tab.url), ANSWER_MS_MAX);
  });
  tab.postMessage(WHERE, [port2]);
  return address.finally(() => port1.close());
}

const withoutHash = (url: string) => url.replace(/#.*/s, '');
