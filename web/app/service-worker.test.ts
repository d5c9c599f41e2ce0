import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { tellAddress } from '#web/shared/push/tell-address.ts';

const ORIGIN = 'https://pocketful.example';
const ENTRY = '/assets/app-new.js';
const FILES = [ENTRY, '/assets/dashboard-page-new.js'];
const TEXTS = '/assets/texts-1/de/app.json';
const PAGE = `<script src="${ENTRY}"></script><link href="${TEXTS}">`;

type Listen = (event: object) => void;
const listeners = new Map<string, Listen>();
let stored: string[];
let served: () => Promise<Response>;
let tabs: {
  url: string;
  focus: () => Promise<void>;
  postMessage: (data: string, ports: MessagePort[]) => void;
}[];
let opened: string[];

const cache = {
  put: async (request: string | Request) => stored.push(typeof request === 'string' ? request : request.url),
  addAll: async (paths: string[]) => stored.push(...paths),
  match: async (request: unknown) => (request === '/dashboard' ? new Response('the stored page') : undefined),
};

beforeAll(async () => {
  vi.stubGlobal('__PRECACHE__', {
    ...{ version: 'new', entry: ENTRY, files: FILES },
    paths: ['/dashboard', '/offers', '/offers/*', '/admin/*'],
  });
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('caches', { open: async () => cache });
  vi.stubGlobal('fetch', () => served());
  vi.stubGlobal('self', {
    addEventListener: (type: string, listen: Listen) => listeners.set(type, listen),
    clients: {
      matchAll: async () => tabs,
      openWindow: async (url: string) => opened.push(url),
    },
  });
  await import('./service-worker.ts');
});
afterAll(() => vi.unstubAllGlobals());

beforeEach(() => {
  stored = [];
  tabs = [];
  opened = [];
});

/** Dispatches an event and waits for what the worker does about it. */
async function tell(type: string, event: object): Promise<void> {
  let work: Promise<unknown> | undefined;
  listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
  await work;
}

/** What the worker responds to a request, once it has done what it does besides; undefined if it leaves it alone. */
async function asked(path: string, mode: 'navigate' | 'cors'): Promise<string | undefined> {
  let response: Promise<Response> | undefined;
  const besides: Promise<unknown>[] = [];
  listeners.get('fetch')?.({
    request: { method: 'GET', mode, url: ORIGIN + path },
    preloadResponse: Promise.resolve(undefined),
    respondWith: (promise: Promise<Response>) => (response = promise),
    waitUntil: (promise: Promise<unknown>) => besides.push(promise),
  });
  const text = await (await response)?.text();
  await Promise.all(besides);
  return text;
}
const visited = (path: string) => asked(path, 'navigate');

const offline = () => Promise.reject(new TypeError('no connection'));
const answered = (status: number) => async () => new Response(`a page of status ${status}`, { status });

describe('the service worker', () => {
  test.each(['/dashboard', '/offers', '/offers/', '/offers/games/17', '/admin', '/admin/users/1'])(
    'shows the stored app at %s',
    async (path) => {
      served = offline;
      expect(await visited(path)).toBe('the stored page');
    },
  );

  test.each([502, 503, 504])(
    'shows the stored app in the place of the %i of a proxy that does not reach the server',
    async (status) => {
      served = answered(status);
      expect(await visited('/dashboard')).toBe('the stored page');
    },
  );

  test.each([200, 404, 500])('shows what the server responds with %i', async (status) => {
    served = answered(status);
    expect(await visited('/dashboard')).toBe(`a page of status ${status}`);
  });

  test.each(['/', '/privacy', '/offersome', '/administration', '/dashboard/more'])(
    'leaves %s, which is not of the app, to the server',
    async (path) => {
      served = offline;
      expect(await visited(path)).toBeUndefined();
    },
  );

  test('stores the page and the files that it needs', async () => {
    served = async () => new Response(PAGE);
    await tell('install', {});
    expect(stored).toEqual([...FILES, TEXTS, '/dashboard']);
  });

  test('stores its page anew at each visit, as the settings in it may be others, but not that of another version', async () => {
    served = async () => new Response(PAGE);
    expect(await visited('/dashboard')).toBe(PAGE);
    expect(stored).toEqual([TEXTS, '/dashboard']);
    stored = [];
    served = async () => new Response(PAGE.replace('app-new', 'app-old'));
    await visited('/dashboard');
    served = async () => new Response(PAGE, { status: 500 });
    await visited('/dashboard');
    served = async () => new Response(PAGE);
    await visited('/offers');
    expect(stored).toEqual([]);
  });

  test('stores the texts of a language that is chosen later, and gives them to the page also where there is no room', async () => {
    served = async () => new Response('Hallo');
    expect(await asked(TEXTS, 'cors')).toBe('Hallo');
    expect(stored).toEqual([ORIGIN + TEXTS]);
    const noRoom = new DOMException('No room', 'QuotaExceededError');
    vi.spyOn(cache, 'put').mockRejectedValueOnce(noRoom);
    expect(await asked(TEXTS, 'cors')).toBe('Hallo');
    vi.spyOn(caches, 'open').mockRejectedValueOnce(noRoom);
    expect(await asked(TEXTS, 'cors')).toBe('Hallo');
  });

  test("is not installed with another version's page", async () => {
    served = async () => new Response(PAGE.replace('app-new', 'app-old'));
    await expect(tell('install', {})).rejects.toThrow('of another version');
    expect(stored).toEqual([]);
  });
});

describe('a click on a push message', () => {
  const page = new EventTarget();
  beforeAll(() => {
    vi.stubGlobal('navigator', { serviceWorker: page });
    return tellAddress();
  });
  // Without it a busy machine lets a tab that answers be taken for a silent one.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());
  const click = (path: string) => tell('notificationclick', { notification: { data: { path }, close() {} } });
  /** A tab whose page has gone on to the second path since it was loaded, and says so unless it is silent. */
  const tab = (path: string, now = path, isSilent = false) => ({
    url: ORIGIN + path,
    focus: vi.fn(async () => undefined),
    postMessage: (data: string, ports: MessagePort[]) => {
      if (isSilent) return;
      vi.stubGlobal('location', new URL(now, ORIGIN));
      page.dispatchEvent(new MessageEvent('message', { data, ports }));
    },
  });

  test('brings the tab that shows its page to the front', async () => {
    const [other, shown] = [tab('/adwall?wall=games'), tab('/redeem#cards')];
    tabs = [other, shown];
    await click('/redeem');
    expect(shown.focus).toHaveBeenCalledOnce();
    expect(other.focus).not.toHaveBeenCalled();
    expect(opened).toEqual([]);
  });

  test('asks the tabs what they show, as some browsers know only what they began with', async () => {
    const [gone, come] = [tab('/history?tab=cards', '/task'), tab('/dashboard', '/history?tab=cards')];
    tabs = [gone, come];
    await click('/history?tab=cards');
    expect(come.focus).toHaveBeenCalledOnce();
    expect(gone.focus).not.toHaveBeenCalled();
    expect(opened).toEqual([]);
  });

  test('takes a tab that does not answer to show what it began with', async () => {
    const silent = tab('/redeem', '/task', true);
    tabs = [silent];
    const clicked = click('/redeem');
    await vi.advanceTimersByTimeAsync(1_000);
    await clicked;
    expect(silent.focus).toHaveBeenCalledOnce();
  });

  test('opens a new tab if none shows it, and leaves the others as they are', async () => {
    const other = tab('/adwall?wall=games');
    tabs = [other];
    await click('/redeem');
    expect(opened).toEqual([`${ORIGIN}/redeem`]);
    expect(other.focus).not.toHaveBeenCalled();
  });

  test('opens no page of another site', async () => {
    await click('//elsewhere.example/');
    expect(opened).toEqual([]);
  });
});
