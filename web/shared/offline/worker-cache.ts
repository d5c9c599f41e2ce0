/**
 * What the service worker stores so that the app opens without a connection: its page and its first screens' files.
 * It never stores responses of the API, and handles nothing but GET requests of this site.
 */

/**
 * Written by the build, see build/precache.ts: the app's first script, it and the other files, a name that changes with
 * them, and the app's addresses. A worker cannot import modules that pages load as files of their own.
 */
declare const __PRECACHE__: { version: string; entry: string; files: string[]; paths: string[] };
const { version, entry, files, paths } = __PRECACHE__;

interface Extended extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}
interface Fetched extends Extended {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith: (response: Promise<Response>) => void;
}
interface Told extends Extended {
  data: unknown;
}
export interface CachingWorker {
  addEventListener(type: 'install' | 'activate', listen: (event: Extended) => void): void;
  addEventListener(type: 'fetch', listen: (event: Fetched) => void): void;
  addEventListener(type: 'message', listen: (event: Told) => void): void;
  skipWaiting: () => Promise<void>;
  registration: { navigationPreload?: { enable: () => Promise<void> } };
}

/** The page of the app is the same at each of its addresses. */
const SHELL = '/dashboard';
const PREFIX = 'shell-';
const CACHE = `${PREFIX}${version}`;
/** The texts that the first screen waits for; the page names them in its language. */
const FIRST_TEXTS = /\/assets\/texts-[\w-]+\/[a-z]{2,3}\/app\.json/;
/** Files of the typeface; the page asks for those of its script. */
const TYPEFACE = /\/assets\/[\w-]+\.woff2$/;
/** Longest wait, in milliseconds, for a file, and for the page where a stored one can be shown. */
const FILE_MS_MAX = 45_000;
const PAGE_MS_MAX = 8_000;
/** What a proxy answers when it does not reach the server: bad gateway, unavailable, gateway timeout. */
const UNREACHED = [502, 503, 504];
/** The message by which a page tells a waiting worker to take over. */
const TAKE_OVER = 'take over';

export function cacheShell(worker: CachingWorker): void {
  worker.addEventListener('install', (event) => event.waitUntil(fill()));
  worker.addEventListener('activate', (event) => event.waitUntil(begin(worker)));
  worker.addEventListener('message', (event) => {
    if (event.data === TAKE_OVER) event.waitUntil(worker.skipWaiting());
  });
  worker.addEventListener('fetch', (event) => {
    const { request } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== 'GET' || origin !== location.origin) return;
    if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
    else if (request.mode === 'navigate' && isOfApp(pathname)) event.respondWith(page(event));
  });
}

const isOfApp = (pathname: string) =>
  paths.some((path) =>
    path.endsWith('/*') ? `${pathname}/`.startsWith(path.slice(0, -1)) : pathname === path,
  );

async function fill(): Promise<void> {
  const shell = await fetch(SHELL, { cache: 'no-cache' });
  if (!shell.ok) throw new Error(`The page of the app answered ${shell.status}`);
  const html = await shell.clone().text();
  // While servers are updated one after the other the page may be another version's. The browser tries again later.
  if (!html.includes(entry)) throw new Error('The page of the app is of another version');
  const texts = FIRST_TEXTS.exec(html)?.[0];
  const cache = await caches.open(CACHE);
  await cache.put(SHELL, shell);
  await cache.addAll([...files, ...(texts ? [texts] : [])]);
}

/** Deletes what earlier versions stored. */
async function begin(worker: CachingWorker): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.registration.navigationPreload?.enable();
}

/** A file whose name contains its hash never changes. Texts and letters of a language chosen later are stored as they arrive. */
async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request, { signal: AbortSignal.timeout(FILE_MS_MAX) });
  const isKept = FIRST_TEXTS.test(request.url) || TYPEFACE.test(request.url);
  if (response.ok && isKept) await cache.put(request, response.clone());
  return response;
}

/** The page from the server, or the stored one while the server cannot be reached or is silent. */
async function page({ request, preloadResponse }: Fetched): Promise<Response> {
  const fetched = preloadResponse.then((response) => response ?? fetch(request));
  try {
    const response = await Promise.race([fetched, silence(PAGE_MS_MAX)]);
    if (!UNREACHED.includes(response.status)) return response;
  } catch {
    // The stored page says so.
  }
  const cache = await caches.open(CACHE);
  return (await cache.match(SHELL, { ignoreVary: true })) ?? fetched;
}

const silence = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('Nothing came in time', 'TimeoutError')), ms);
  });
