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

/** The page of the app is the same at each of its addresses; only a header names the files of the screen. */
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
    if (pathname.startsWith('/assets/')) event.respondWith(asset(event));
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
  await keep(shell, files);
}

/** Stores the page, after these files and its texts: without them it could not start. */
async function keep(shell: Response, files: string[] = []): Promise<void> {
  const html = await shell.clone().text();
  // While servers are updated one after the other the page may be another version's. The next visit tries again.
  if (!html.includes(entry)) throw new Error('The page of the app is of another version');
  const texts = FIRST_TEXTS.exec(html)?.[0];
  const cache = await caches.open(CACHE);
  const missing = texts && !(await cache.match(texts, { ignoreVary: true })) ? [texts] : [];
  await cache.addAll([...files, ...missing]);
  await cache.put(SHELL, shell);
}

/** Deletes what earlier versions stored. */
async function begin(worker: CachingWorker): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)),
  );
  await worker.registration.navigationPreload?.enable();
}

/**
 * A file whose name contains its hash never changes. Texts and letters of a language chosen later are stored as they arrive, if
 * there is room: the page gets them at once in any case.
 */
async function asset(event: Fetched): Promise<Response> {
  const { request } = event;
  const known = await stored(request);
  if (known) return known;
  const response = await fetch(request, { signal: AbortSignal.timeout(FILE_MS_MAX) });
  const isKept = FIRST_TEXTS.test(request.url) || TYPEFACE.test(request.url);
  if (response.ok && isKept) {
    const copy = response.clone();
    event.waitUntil(inCache((cache) => cache.put(request, copy)));
  }
  return response;
}

/**
 * The page from the server, or the stored one while the server cannot be reached or is silent. Each visit to its own address
 * stores it anew, as it holds the site's settings and its policy.
 */
async function page(event: Fetched): Promise<Response> {
  const { request, preloadResponse } = event;
  const fetched = preloadResponse.then((response) => response ?? fetch(request));
  try {
    const response = await Promise.race([fetched, silence(PAGE_MS_MAX)]);
    if (response.ok && new URL(request.url).pathname === SHELL)
      event.waitUntil(keep(response.clone()).catch(() => undefined));
    if (!UNREACHED.includes(response.status)) return response;
  } catch {
    // The stored page says so.
  }
  return (await stored(SHELL)) ?? fetched;
}

const stored = (request: Request | string) => inCache((cache) => cache.match(request, { ignoreVary: true }));

/** Undefined if the browser cannot do it: its storage may be full or broken. */
const inCache = <T>(use: (cache: Cache) => Promise<T>): Promise<T | undefined> =>
  caches
    .open(CACHE)
    .then(use)
    .catch(() => undefined);

const silence = (ms: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new DOMException('Nothing came in time', 'TimeoutError')), ms);
  });
