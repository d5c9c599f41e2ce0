import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { signed } from '#testing/postbacks.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { SECRET, wall } from '#testing/walls.ts';
import { keepUnaware, launch, routeFirst, WAIT } from './browser.ts';
import { signUp } from './member.ts';

/** Two real servers on one database: pages use the first, the wall calls the second. */

const { url: databaseUrl, database } = await testDatabase();
const folders = [await temporaryFolder(), await temporaryFolder()];
const servers = await Promise.all(
  folders.map(async (folder, index) => {
    const walls = path.join(folder.path, 'walls.json');
    const definition = wall('plain', {});
    await writeFile(walls, JSON.stringify({ walls: [{ definition, secrets: { key: SECRET } }] }));
    // Mails arrive in the mailbox of the process that runs the jobs.
    const ROLES = index === 0 ? 'web,worker' : 'web';
    return startProcess(folder.path, { DATABASE_URL: databaseUrl, WALLS_FILE: walls, ROLES });
  }),
);
const [first = '', second = ''] = servers.map(({ url }) => url);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  for (const folder of folders) await folder.remove();
});
const visit = await launch();

/** How many streams the first server has open. A busy machine may make a second tab take over, rightly, which asks once more. */
const open = async () => {
  const text = await (await fetch(`${first}/metrics`)).text();
  return Number(/^event_streams (\d+)$/m.exec(text)?.[1]);
};

const credit = async (user: string, tx: string) =>
  (await fetch(`${second}/api/postbacks/plain?${signed({ tx, user, points: 30 })}`)).text();

test('a stream at one server gets a credit that another one took, and its headers forbid proxies to buffer it', async () => {
  const member = await createMember(database);
  await database
    .insertInto('wallMembers')
    .values({ wall: 'plain', code: 'ada', userId: member.id })
    .execute();
  const leaving = new AbortController();
  const answer = await fetch(`${first}/api/events`, {
    headers: { cookie: await signIn(database, member) },
    signal: leaving.signal,
  });
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  expect(answer.headers.get('cache-control')).toContain('no-');
  expect(answer.headers.get('content-encoding')).toBeNull();
  let heard = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    heard += decoder.decode(chunk, { stream: true });
    if (heard.includes('event: open') && !heard.includes('credited')) {
      expect(await credit('ada', 'live-1')).toBe('OK');
      heard += ' credited ';
    }
    if (heard.includes('event: tasks')) break;
  }
  leaving.abort();
  expect(heard).toContain('event: balance\ndata: {"points":30,"change":30}');
});

test('a stream ends as soon as its session is ended at another server', async () => {
  const member = await createMember(database);
  const [kept, ended] = [await signIn(database, member), await signIn(database, member)];
  const answer = await fetch(`${first}/api/events`, { headers: { cookie: ended } });
  const stream = answer.text();
  const out = await fetch(`${second}/api/logout`, { method: 'POST', headers: { cookie: ended } });
  expect(out.status).toBe(200);
  expect(await stream).toContain('event: open');
  const again = (cookie: string) => fetch(`${first}/api/events`, { headers: { cookie } });
  expect((await again(ended)).status).toBe(401);
  const other = await again(kept);
  expect(other.status).toBe(200);
  await other.body?.cancel();
});

test('the tabs of a browser share one stream, and events during a broken connection are shown afterwards', async () => {
  const { page, context } = await visit({ url: first });
  await signUp(page, first, 'live@example.com');
  const [{ memberCode }] = await (await page.request.get(`${first}/api/walls`)).json();
  const other = await context.newPage();
  await other.goto('/dashboard');
  for (const tab of [page, other]) await tab.getByText('$0.00').first().waitFor();
  expect(await credit(memberCode, 'live-2')).toBe('OK');
  for (const tab of [page, other]) await tab.getByText('$0.30').first().waitFor(WAIT);
  await expect.poll(open).toBe(1);

  // A tab that has read the balance but does not listen yet.
  const opening = await context.newPage();
  await routeFirst(opening, '**/api/user', async (route) => {
    const answer = await route.fetch();
    expect(await credit(memberCode, 'live-opening')).toBe('OK');
    await page.getByText('$0.60').first().waitFor(WAIT);
    await route.fulfill({ response: answer });
  });
  await opening.goto('/dashboard');
  await opening.getByText('$0.60').first().waitFor(WAIT);
  await opening.close();
  await expect.poll(open).toBe(1);

  await context.setOffline(true);
  await page.getByText("You're offline", { exact: false }).first().waitFor(WAIT);
  expect(await credit(memberCode, 'live-3')).toBe('OK');
  await context.setOffline(false);
  for (const tab of [page, other]) await tab.getByText('$0.90').first().waitFor(WAIT);
});

/** Counts the toasts of credits, each of which is an element of its own. */
const COUNT_TOASTS = `globalThis.toasts = 0;
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const { nodeName, textContent } of addedNodes)
        if (nodeName === 'LI' && textContent.includes('arrived')) globalThis.toasts += 1;
  }).observe(document, { childList: true, subtree: true })`;
const TOASTS = 'globalThis.toasts';
/** For a tab in the background: it takes the stream from no other, however busy the machine is. */
const BEHIND = `Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })`;
/** Tabs that listen or wait to. */
const LOCKS = 'navigator.locks.query().then(({ held, pending }) => held.length + pending.length)';

/**
 * Two tabs of a new member on the dashboard, of which the first listens and the second may be in the background. `streams`
 * counts those asked of the server, `heard` has the tabs whose stream has begun.
 */
async function openTabs(email: string, { behind = false } = {}) {
  const { page: listening, context } = await visit({ url: first });
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url());
  });
  const heard = new Set<Page>();
  context.on('response', (response) => {
    if (response.url().endsWith('/api/events')) heard.add(response.frame().page());
  });
  await context.addInitScript(COUNT_TOASTS);
  await signUp(listening, first, email);
  await listening.getByText('$0.00').first().waitFor();
  const [{ memberCode }] = await (await listening.request.get(`${first}/api/walls`)).json();
  await expect.poll(() => heard.has(listening)).toBe(true);
  const following = await context.newPage();
  if (behind) await following.addInitScript(BEHIND);
  await following.goto('/dashboard');
  await following.getByText('$0.00').first().waitFor();
  // One has the lock and the other waits for it.
  await expect.poll(() => following.evaluate(LOCKS), WAIT).toBe(2);
  return { listening, following, memberCode, streams, heard };
}

test('each tab gets each event once, and when the listening tab closes, the next one takes over with nothing missed', async () => {
  const { listening, following, memberCode, heard } = await openTabs('closing@example.com', { behind: true });
  expect(await credit(memberCode, 'closing-1')).toBe('OK');
  for (const tab of [listening, following]) {
    await tab.getByText('$0.30').first().waitFor(WAIT);
    await expect.poll(() => tab.evaluate(TOASTS)).toBe(1);
  }
  await listening.close();
  expect(await credit(memberCode, 'closing-2')).toBe('OK');
  await following.getByText('$0.60').first().waitFor(WAIT);
  await expect.poll(() => heard.has(following)).toBe(true);
  expect(await credit(memberCode, 'closing-3')).toBe('OK');
  await following.getByText('$0.90').first().waitFor(WAIT);
  // The second credit has no toast if it was made before the tab listened; it is read.
  await expect.poll(() => following.evaluate(TOASTS)).toBeGreaterThanOrEqual(2);
  expect(await following.evaluate(TOASTS)).toBeLessThanOrEqual(3);
  await expect.poll(open).toBe(1);
});

test('a shown tab takes over from one that the browser has frozen, which reads what it missed when it wakes', async () => {
  const { listening, following, memberCode, streams } = await openTabs('frozen@example.com');
  const browser = await listening.context().newCDPSession(listening);
  // The page holds its lock and runs nothing, as a frozen one.
  await browser.send('Debugger.enable');
  const paused = new Promise((resolve) => browser.once('Debugger.paused', resolve));
  const woken = browser.send('Runtime.evaluate', { expression: 'debugger' });
  await paused;
  expect(await credit(memberCode, 'frozen-1')).toBe('OK');
  await following.getByText('$0.30').first().waitFor(WAIT);
  // The tab reads its member when it takes over, beside its stream.
  await expect.poll(() => streams.length, WAIT).toBeGreaterThanOrEqual(2);
  await browser.send('Debugger.disable');
  await woken;
  await listening.getByText('$0.30').first().waitFor(WAIT);
  expect(await credit(memberCode, 'frozen-2')).toBe('OK');
  for (const tab of [listening, following]) await tab.getByText('$0.60').first().waitFor(WAIT);
  await expect.poll(open).toBe(1);
});

test('a page kept for the back button leaves the stream to others, and reads anew when it is shown', async () => {
  const { listening, following, memberCode, streams } = await openTabs('kept@example.com', { behind: true });
  const transition = (type: string) =>
    listening.evaluate(`dispatchEvent(new PageTransitionEvent('${type}', { persisted: true }))`);
  // What it asked for just before would be answered after the credit.
  const tell = await keepUnaware(listening, '**/api/user');
  await transition('pagehide');
  await expect.poll(() => streams.length).toBeGreaterThanOrEqual(2);
  expect(await credit(memberCode, 'kept-1')).toBe('OK');
  await following.getByText('$0.30').first().waitFor(WAIT);
  expect(await listening.getByText('$0.00').count()).toBeGreaterThan(0);
  tell();
  await transition('pageshow');
  await listening.getByText('$0.30').first().waitFor(WAIT);
  expect(await credit(memberCode, 'kept-2')).toBe('OK');
  for (const tab of [listening, following]) await tab.getByText('$0.60').first().waitFor(WAIT);
  await expect.poll(open).toBe(1);
});
