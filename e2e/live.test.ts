import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { signed } from '#testing/postbacks.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { SECRET, wall } from '#testing/walls.ts';
import { launch, WAIT } from './browser.ts';
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
  const streams: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url());
  });
  await page.addInitScript('delete Navigator.prototype.serviceWorker');
  await signUp(page, first, 'live@example.com');
  const [{ memberCode }] = await (await page.request.get(`${first}/api/walls`)).json();
  const other = await context.newPage();
  await other.goto('/dashboard');
  for (const tab of [page, other]) await tab.getByText('$0.00').first().waitFor();
  expect(await credit(memberCode, 'live-2')).toBe('OK');
  for (const tab of [page, other]) await tab.getByText('$0.30').first().waitFor(WAIT);
  expect(streams).toHaveLength(1);

  // A tab that has read the balance but does not listen yet.
  const opening = await context.newPage();
  await opening.addInitScript('delete Navigator.prototype.serviceWorker');
  await opening.route(
    '**/api/user',
    async (route) => {
      const answer = await route.fetch();
      expect(await credit(memberCode, 'live-opening')).toBe('OK');
      await page.getByText('$0.60').first().waitFor(WAIT);
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  await opening.goto('/dashboard');
  await opening.getByText('$0.60').first().waitFor(WAIT);
  await opening.close();
  expect(streams).toHaveLength(1);

  await context.setOffline(true);
  await page.getByText("You're offline", { exact: false }).first().waitFor(WAIT);
  expect(await credit(memberCode, 'live-3')).toBe('OK');
  await context.setOffline(false);
  for (const tab of [page, other]) await tab.getByText('$0.90').first().waitFor(WAIT);
});
