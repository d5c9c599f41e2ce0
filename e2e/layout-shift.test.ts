import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { type LanguageCode, pagePath } from '#contract/languages.ts';
import { transactOn } from '#database/transaction.ts';
import { openSession } from '#domain/members/index.ts';
import { completeTask, createMember } from '#testing/factories.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { ANSWER_MS_MAX } from '#web/shared/browser/time-limit.ts';
import { launch, WAIT } from './browser.ts';
import { earn } from './member.ts';
import { GAME, startOffersSite } from './offers-site.ts';

/** Nothing on a screen moves when texts, data and pictures arrive late and one after the other. */

const { server, database } = await startOffersSite(GAME);
const visit = await launch();

const LANGUAGES: LanguageCode[] = ['en', 'de', 'ur'];
const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 1000 },
];
const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36';

/** Writes down what moves (https://wicg.github.io/layout-instability/), from the first frame on. */
const WATCH = `
const shifts = [];
const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
const say = ({ node, previousRect, currentRect }) =>
  (node?.textContent ?? 'gone').trim().slice(0, 40) + ': ' + boxOf(previousRect) + ' -> ' + boxOf(currentRect);
new PerformanceObserver((list) => {
  for (const { value, sources } of list.getEntries()) shifts.push(value.toFixed(4) + ' ' + sources.map(say).join('; '));
}).observe({ type: 'layout-shift', buffered: true });
window.shifts = shifts;`;
/** A screen opens as in a browser that has never been here. */
const FORGET = `if (window === top) {
  localStorage.clear();
  sessionStorage.clear();
}`;
/** The page waits for an answer as long as the test does, since the last of many that are held back comes late. */
const PATIENT = `
const later = setTimeout;
window.setTimeout = (work, ms, ...rest) => later(work, ms === ${ANSWER_MS_MAX} ? ${LONG_TEST_MS_MAX} : ms, ...rest);`;
const DRAWN = 'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))';
/** True once the last texts that the app asks for by itself are there and nothing is loading. */
const SETTLED = `document.readyState === 'complete' && !document.querySelector('[aria-busy="true"]') &&
  (!document.getElementById('root') ||
    performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/errors.json')))`;
/** How a page comes piece by piece: so many elements, then a wait in milliseconds. */
const PARTS_AT_ONCE = 2;
const PART_MS = 20;
/** Between two looks at a page for which nothing is held back, in milliseconds. */
const ASK_MS = 20;
/** What comes late, one after the other. The code comes at once: without it nothing is drawn. */
const HELD = /\/assets\/texts-|\/api\/(?!events)|\/media\/|\.(svg|png|ico|woff2)$/;

/** A line to the server: `send` passes on each response, whose status and headers are there. It ends with the file. */
async function startLine(
  send: (asked: IncomingMessage, got: IncomingMessage, response: ServerResponse) => Promise<void>,
) {
  const answer = async (asked: IncomingMessage, response: ServerResponse) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const sent = request(`${server.url}${asked.url}`, { method: asked.method, headers });
    response.on('close', () => sent.destroy());
    asked.pipe(sent);
    const [got] = (await once(sent, 'response')) as [IncomingMessage];
    // What is held back is asked for by every page, else the second one had it already.
    const kept = HELD.test(asked.url ?? '') ? { 'cache-control': 'no-store' } : {};
    response.writeHead(got.statusCode ?? 0, { ...got.headers, ...kept });
    await send(asked, got, response);
  };
  const line = createServer((asked, response) => {
    answer(asked, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => line.listen(0, '127.0.0.1', listening));
  afterAll(() => {
    line.close();
    line.closeAllConnections();
  });
  return `http://127.0.0.1:${(line.address() as AddressInfo).port}`;
}

/** Each lets a response through that is held back, and resolves when it has arrived. */
const held: (() => Promise<void>)[] = [];
/** While the browser still shows the page before, nothing of it is held back: the next one would wait for its connections. */
let isLeaving = false;
const lateLine = await startLine(async ({ url = '' }, got, response) => {
  if (got.headers['content-type']?.startsWith('text/html')) isLeaving = false;
  else if (HELD.test(url) && !isLeaving) {
    const arrived = new Promise((closed) => response.once('close', closed));
    await new Promise<void>((turn) => {
      held.push(async () => {
        turn();
        await arrived;
      });
    });
  }
  await pipeline(got, response);
});

const pieceLine = await startLine(async (_, got, response) => {
  if (!got.headers['content-type']?.startsWith('text/html')) return pipeline(got, response);
  const pieces = (await text(got)).split(/(?<=<body.*<\/[a-z]+>)/s);
  for (const [index, piece] of pieces.entries()) {
    response.write(piece);
    if (index % PARTS_AT_ONCE === 1) await sleep(PART_MS);
  }
  response.end();
});

/** Opens pages over the line of late responses, each of which comes after what the last one changed is drawn. */
async function slowly(page: Page): Promise<(path: string) => Promise<string[]>> {
  await page.addInitScript(FORGET + WATCH + PATIENT);
  const open = async (path: string) => {
    isLeaving = true;
    for (const letThrough of held.splice(0)) void letThrough();
    await page.goto(`${lateLine}${path}`, { waitUntil: 'commit', timeout: WAIT.timeout });
    isLeaving = false;
  };
  return async (path) => {
    await open(path);
    let end = Date.now() + WAIT.timeout;
    for (;;) {
      await page.evaluate(DRAWN);
      const next = held.shift();
      if (next) {
        await next();
        end = Date.now() + WAIT.timeout;
      } else if (await page.evaluate<boolean>(SETTLED)) break;
      else await sleep(ASK_MS);
      if (Date.now() > end) throw new Error(`${path} did not settle`);
    }
    await page.evaluate(DRAWN);
    return page.evaluate<string[]>('shifts');
  };
}

async function cookieOf(person: { id: string; isAdmin: boolean }) {
  const { token } = await transactOn(database)((tx) =>
    openSession(tx, person, { ip: '127.0.0.1', userAgent: USER_AGENT }, { secondFactor: true }),
  );
  return { name: 'session', value: token };
}

const earner = await createMember(database, { points: 340 });
const waiting = { taskType: 'offer_completion', pointsEarned: 80, wall: 'sandbox', title: 'A long game' };
await database
  .insertInto('tasks')
  .values({ ...waiting, userId: earner.id, heldUntil: new Date('2031-05-06T12:00:00Z') })
  .execute();
const member = await cookieOf(earner);
// Enough that the first steps say what is typical.
for (let index = 0; index < 5; index += 1) {
  const { id } = await createMember(database);
  for (const points of [40, 45, 50, 55]) await completeTask(database, id, { wall: 'sandbox', points });
}
const newcomer = await cookieOf(await createMember(database));
const admin = await cookieOf(await createMember(database, { isAdmin: true }));

test.each([
  ['the landing page', undefined, '/'],
  ['the sign-in', undefined, '/auth?login=true'],
  ['the dashboard', member, '/dashboard'],
  ['the dashboard of a new member', newcomer, '/dashboard'],
  ['the tasks', member, '/task'],
  ['redeeming', member, '/redeem'],
  ['the history', member, '/history'],
  ['the statement', member, '/statement'],
  ['the offers', member, '/offers'],
  ['an offer', member, '/offers/games/1'],
  ['the started offers', member, '/offers/started'],
  ['the ways to earn', member, '/earn'],
  ['the profile', member, '/profile'],
  ["the admins' overview", admin, '/admin'],
])(
  '%s stands still, in every direction and size',
  { timeout: LONG_TEST_MS_MAX },
  async (_, session, screen) => {
    if (screen === '/history') {
      const { page, context } = await visit({ url: server.url });
      await context.addCookies([{ ...member, url: server.url }]);
      await earn(page);
    }
    const faults: string[] = [];
    const { page, context } = await visit();
    if (session) await context.addCookies([{ ...session, url: lateLine }]);
    const shiftsOn = await slowly(page);
    for (const language of LANGUAGES) {
      await context.addCookies([{ name: 'language', value: language, url: lateLine }]);
      for (const viewport of SIZES) {
        await page.setViewportSize(viewport);
        const path = screen === '/' ? pagePath(language, '/') : screen;
        const shifts = await shiftsOn(path);
        expect(page.url()).toBe(`${lateLine}${path}`);
        expect(await page.evaluate('document.documentElement.lang')).toBe(language);
        faults.push(...shifts.map((shift) => `${language} ${viewport.width}: ${shift}`));
      }
    }
    expect(faults).toEqual([]);
  },
);

test.each([
  ['the landing page', '/'],
  ["the app's page before its code", '/dashboard'],
])('%s stands still while its lines arrive', async (_, path) => {
  const { page, context } = await visit();
  await page.addInitScript(WATCH);
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  const faults: string[] = [];
  for (const language of LANGUAGES) {
    await context.addCookies([{ name: 'language', value: language, url: pieceLine }]);
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      await page.goto(`${pieceLine}${path === '/' ? pagePath(language, '/') : path}`);
      await page.evaluate(DRAWN);
      const shifts = await page.evaluate<string[]>('shifts');
      faults.push(...shifts.map((shift) => `${language} ${viewport.width}: ${shift}`));
    }
  }
  expect(faults).toEqual([]);
});

test("a browser of another language shows the member's language from the first screen on", async () => {
  const person = await createMember(database);
  await database.updateTable('users').set({ locale: 'de' }).where('id', '=', person.id).execute();
  const { page, context } = await visit();
  await context.addCookies([{ ...(await cookieOf(person)), url: lateLine }]);
  await page.addInitScript(`new MutationObserver(() => {
    const words = document.querySelector('h1')?.textContent;
    if (words) window.firstHeading ??= words;
  }).observe(document, { childList: true, subtree: true });`);
  const shiftsOn = await slowly(page);
  expect(await shiftsOn('/dashboard')).toEqual([]);
  await expect.poll(() => page.evaluate('firstHeading')).toContain('Willkommen');
});
