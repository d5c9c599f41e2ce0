import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request as PageRequest,
  type Route,
  request,
} from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, inject } from 'vitest';
import type { LanguageCode } from '#contract/languages.ts';
import { launchOptions } from '#testing/chromium.ts';
import { WAIT } from '#testing/patience.ts';
import { PHONE } from './sizes.ts';

export { WAIT } from '#testing/patience.ts';
export { DESKTOP, PHONE } from './sizes.ts';

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Console errors and failed scripts so far; a test that expects one removes it. */
  faults: string[];
}

/** The settings of a visit's browser. */
interface VisitOptions {
  url: string;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** The user agent. */
  userAgent?: string;
  /** Its time zone; UTC by default. */
  timeZone?: string;
  /**
   * Pages may have the service worker. Without it, as by default, a test can change all that a page asks for, and a new
   * profile does not load the whole app for later.
   */
  serviceWorker?: boolean;
  /** False for a browser that runs no script. */
  script?: boolean;
}

/** A page that does not respond must not hold up the others. */
const LOOK_MS_MAX = 10_000;

/** One browser for all test files of a worker; it ends with the worker. */
let browser: Promise<Browser> | undefined;

/** Makes visits, each with a fresh profile. A visit from within a test ends with the test, any other one with the file. */
export async function launch(): Promise<(options?: VisitOptions) => Promise<Visit>> {
  browser ??= start();
  const running = await browser;
  let ofTest: BrowserContext[] = [];
  beforeEach(() => {
    ofTest = [];
  });
  const close = (contexts: BrowserContext[]) =>
    Promise.all(
      contexts.map(async (context) => {
        // A page may read again at any time, and the answer that a handler makes comes too late then.
        await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
        await context.close();
      }),
    );
  afterEach(async ({ task }) => {
    const pages = running.contexts().flatMap((context) => context.pages());
    if (task.result?.state === 'fail') task.result.errors?.push(...(await Promise.all(pages.map(whatShows))));
    await close(ofTest);
  });
  afterAll(() => close(running.contexts()));
  return async (options) => {
    const context = await running.newContext({
      baseURL: options?.url,
      viewport: options?.viewport ?? PHONE,
      colorScheme: options?.colorScheme ?? 'light',
      ...(options?.userAgent ? { userAgent: options.userAgent } : {}),
      locale: 'en-US',
      timezoneId: options?.timeZone ?? 'UTC',
      reducedMotion: 'reduce',
      serviceWorkers: options?.serviceWorker ? 'allow' : 'block',
      javaScriptEnabled: options?.script ?? true,
    });
    ofTest.push(context);
    context.setDefaultTimeout(WAIT.timeout);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    return { page, context, faults };
  };
}

/** What a page shows, as a screen reader has it, for the output of a test that failed. */
async function whatShows(page: Page): Promise<{ message: string }> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: LOOK_MS_MAX })
    .catch((error: Error) => error.message);
  return { message: `${page.url()} shows:\n${shown}` };
}

/** Shows the app in the language without a reload, as if another tab had chosen it. */
export async function speak(page: Page, code: LanguageCode): Promise<void> {
  // The message is repeated, since it is lost before the page listens.
  const say = `(() => {
    new BroadcastChannel('tabs').postMessage({ type: 'language', code: '${code}' });
    return document.documentElement.lang;
  })()`;
  await expect.poll(() => page.evaluate(say), WAIT).toBe(code);
}

/** Holds back what a page reads from here, so that it does not learn what others decide. The function returned lets it. */
export const keepUnaware = (page: Page, path: string): Promise<() => void> =>
  holdBack(page, path, (method) => method === 'GET');

/** Holds back what a page sends from here, so that it has no answer yet. The function returned lets it. */
export const keepWaiting = (page: Page, path: string): Promise<() => void> =>
  holdBack(page, path, (method) => method !== 'GET');

async function holdBack(page: Page, path: string, isHeld: (method: string) => boolean): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (isHeld(route.request().method())) await promise;
    await route.continue();
  });
  return resolve;
}

/** Closes a dialog by Escape, which it hears only a moment after it is shown. */
export async function closeByEscape(dialog: Locator): Promise<void> {
  await dialog.waitFor(WAIT);
  const isGone = async () => {
    await dialog.page().keyboard.press('Escape');
    return (await dialog.count()) === 0;
  };
  await expect.poll(isGone, WAIT).toBe(true);
}

/** Goes back over an open dialog, and waits until the page has taken that back. */
export const backInDialog = (page: Page): Promise<unknown> =>
  page.evaluate(`new Promise((done) => {
    let moves = 0;
    addEventListener('popstate', () => ++moves === 2 && done());
    history.back();
  })`);

/** For `page.route`: the server handles what the page sends, but its response is lost, cookies included. */
export const loseAnswer = (route: Route): Promise<void> => replaceAnswer(route, () => route.abort());

/** The same, but the page is told that the site is busy, as it is when the database is lost at the commit. */
const breakAnswer = (route: Route): Promise<void> =>
  replaceAnswer(route, () => route.fulfill({ status: 503, json: { error: 'Busy.', code: 'busy' } }));

/** The ways in which a page does not hear that something was done: a name, the handler, what the page says. */
export const UNHEARD = [
  ['silence', loseAnswer, 'Network error. Please try again.'],
  ['fault', breakAnswer, 'The site is busy. Please try again in a moment.'],
] as const;

/**
 * The first request is handled in this way, and those after it pass. A route for one time (`times: 1`) would be taken away just when
 * the next request is under way, which may then never be sent; this one stays.
 */
export async function routeFirst(
  on: Page | BrowserContext,
  url: string,
  handle: (route: Route) => unknown,
): Promise<void> {
  let handled = false;
  await on.route(url, (route) => {
    if (handled) return route.fallback();
    handled = true;
    return handle(route);
  });
}

/** The first answer is lost in this way. */
export const loseFirst = (
  on: Page | BrowserContext,
  url: string,
  lose: (route: Route) => unknown = loseAnswer,
): Promise<void> => routeFirst(on, url, lose);

async function replaceAnswer(route: Route, answer: () => Promise<void>): Promise<void> {
  const sent = route.request();
  if (sent.method() === 'GET') return route.continue();
  // `route.fetch` would leave the cookies of the response in the browser.
  const cookies = await sent.frame().page().context().cookies();
  const outside = await request.newContext({
    storageState: { cookies, origins: [] },
    timeout: WAIT.timeout,
  });
  // A busy server has not handled it.
  await expect.poll(async () => (await outside.fetch(sent)).status(), WAIT).not.toBe(503);
  await outside.dispose();
  await answer();
}

/**
 * Counts what the page asks for from now on that is under way. Its event stream, which never ends, is left out, and what it asked
 * for before it was at its last address: of what is given up by leaving, the end is not always told.
 */
export function countUnderWay(page: Page): () => number {
  const underWay = new Set<PageRequest>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') underWay.add(request);
  });
  const end = (request: PageRequest) => void underWay.delete(request);
  page.on('framenavigated', (frame) => frame === page.mainFrame() && underWay.clear());
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => underWay.size;
}

/** Gives the focus to the first row of a list. */
export const selectFirst = (page: Page): Promise<void> => page.locator('main li > button').first().focus();

async function start(): Promise<Browser> {
  const started = await chromium.launch(launchOptions(inject('browser')));
  // A crashed browser fails its own test file, not those after it.
  started.on('disconnected', () => {
    browser = undefined;
  });
  return started;
}

const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Half the size of `axe.source`. With a value of its own, so that the browser need not keep what the script leaves. */
const AXE = `${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')};0`;
/** Frames are left out: they belong to others. The list of what is right would take longer than the search for faults. */
const RUN_AXE = `axe.run(
  { exclude: [['iframe']] },
  { runOnly: { type: 'tag', values: ${JSON.stringify(STANDARDS)} }, resultTypes: ['violations'] },
).then(({ violations }) => violations)`;

/** Looks at the page from its top, and goes back: what lies half below the bar of a page that was scrolled is no small target. */
const FROM_THE_TOP = `(async () => {
  const top = scrollY;
  scrollTo({ top: 0, behavior: 'instant' });
  return ${RUN_AXE}.finally(() => scrollTo({ top, behavior: 'instant' }));
})()`;

/** Resolves when nothing fades in or out any more: half seen, a text has less contrast. What turns for ever is not waited for. */
const REST = `(async () => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const moving = () => document.getAnimations().filter((one) =>
    one.playState === 'running' && Number.isFinite(one.effect?.getComputedTiming().endTime));
  for (let still = 0; still < 2; still = moving().length === 0 ? still + 1 : 0) await frame();
})()`;

/** The violations of WCAG 2.2 AA and of good practice that axe finds on the page, a line each. */
export async function violations(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate(AXE);
  await page.evaluate(REST);
  const found = await page.evaluate<axe.Result[]>(FROM_THE_TOP);
  return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

/** Fails if axe finds a violation of WCAG 2.2 AA on the page. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
}

/** Fails unless these words are the page's only heading of the first level, and begin its title. */
export async function expectNamesThePage(page: Page, words: string): Promise<void> {
  expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([words]);
  await expect.poll(() => page.title(), WAIT).toMatch(new RegExp(`^${words} ·`));
}
