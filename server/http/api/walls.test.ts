import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { builtInWalls } from '#providers/walls/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-walls-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const WALLS_FILE = path.join(folder, 'walls.json');
const entry = {
  uses: 'rapidoreach',
  settings: { appId: 'app1' },
  secrets: { appKey: 'app-key', transactionKey: 'transaction-key' },
  acceptUnverified: true,
};
await writeFile(WALLS_FILE, JSON.stringify({ walls: [entry] }));

async function memberOf(site: TestServer) {
  const visitor = site.visitor();
  visitor.cookie = await signIn(site.database, await createMember(site.database));
  return visitor;
}

test('the uid of RapidoReach is the signed code of its wall, the same as in its frame', async () => {
  const member = await memberOf(await startTestServer({ WALLS_FILE }));
  const { status, body } = await member.get('/api/rapidoreach/uid');
  const walls = (await member.get('/api/walls')).body;
  const { memberCode, embed } = walls.find((wall: { id: string }) => wall.id === 'rapidoreach');
  const checksum = createHash('md5').update(`${memberCode}-app1-app-key`).digest('hex');
  expect([status, body]).toEqual([200, { uid: `${memberCode}-app1-${checksum}` }]);
  expect(embed.url).toBe(`https://www.rapidoreach.com/ofw/?userId=${body.uid}`);
  expect((await member.get('/api/rapidoreach/uid')).body).toEqual(body);
});

test('a site without RapidoReach has no uid for it', async () => {
  const member = await memberOf(await startTestServer());
  const { status, body } = await member.get('/api/rapidoreach/uid');
  expect([status, body.code]).toEqual([409, 'wall_unavailable']);
});

test('no built-in wall gets the name, address or id of its member, in a frame, a script or a derived value', async () => {
  const given = (names: string[]) => Object.fromEntries(names.map((name) => [name, `value-of-${name}`]));
  const all = builtInWalls.map(({ id, settings, secrets }) => ({
    uses: id,
    settings: given(settings),
    secrets: given(secrets),
    acceptUnverified: true,
  }));
  const file = path.join(folder, 'all-walls.json');
  await writeFile(file, JSON.stringify({ walls: all }));
  const site = await startTestServer({ WALLS_FILE: file });
  const owner = await createMember(site.database, { email: 'zq@person.example' });
  const visitor = site.visitor();
  visitor.cookie = await signIn(site.database, owner);
  const { body } = await visitor.get('/api/walls');
  expect(body.length).toBeGreaterThanOrEqual(builtInWalls.length);
  const { uid } = (await visitor.get('/api/rapidoreach/uid')).body;
  const told = decodeURIComponent(JSON.stringify([body, uid]));
  expect(told).not.toMatch(/Robin|Example\b|zq@/);
  expect(told).not.toContain(owner.id);
});

test('fifty thousand tasks are read page by page, each once, and counted as a whole', async () => {
  const site = await startTestServer({ WALLS_FILE });
  const owner = await createMember(site.database);
  const visitor = site.visitor();
  visitor.cookie = await signIn(site.database, owner);
  // Several tasks have the same moment, so the order must not depend on the time alone.
  await sql`insert into tasks (user_id, task_type, points_earned, completed_at, reversed_at)
    select ${owner.id}, 'survey', 3, now() - (i / 7) * interval '1 minute', case when i % 10 = 0 then now() end
    from generate_series(0, 49999) i`.execute(site.database);
  const other = await createMember(site.database);
  const { id: foreign } = await site.database
    .insertInto('tasks')
    .values({ userId: other.id, taskType: 'survey', pointsEarned: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();

  const seen = new Set<string>();
  let page: { id: string; completedAt: string }[] = [];
  let last = '9999';
  do {
    const before = page.at(-1)?.id;
    page = (await visitor.get(`/api/tasks${before ? `?before=${before}` : ''}`)).body;
    for (const { id, completedAt } of page) {
      expect(completedAt <= last).toBe(true);
      last = completedAt;
      seen.add(id);
    }
  } while (page.length > 0);
  expect(seen.size).toBe(50_000);
  expect((await visitor.get('/api/tasks/totals')).body).toEqual({
    count: 45_000,
    points: 135_000,
    pending: 0,
    pendingUntil: null,
  });
  expect((await visitor.get(`/api/tasks?before=${foreign}`)).body).toEqual([]);
});
