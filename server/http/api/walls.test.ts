import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { allowStatements, transactOn } from '#database/transaction.ts';
import { builtInWalls } from '#providers/walls/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { rollUpAll } from '#testing/roll-up.ts';
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

test("the page of a wall's script has no origin and only its vendor's hosts, and our own pages have none of them", async () => {
  const cpx = { uses: 'cpx', settings: { appId: '1234' }, secrets: { appSecret: 'a-secret-of-cpx' } };
  const file = path.join(folder, 'script-wall.json');
  await writeFile(file, JSON.stringify({ walls: [cpx, entry] }));
  const site = await startTestServer({ WALLS_FILE: file });
  const member = await memberOf(site);
  const shownTo = async (visitor: typeof member) =>
    (await visitor.get('/api/walls')).body.find((wall: { id: string }) => wall.id === 'cpx');
  const { embed, memberCode } = await shownTo(member);
  const page = await member.get(embed.frame);
  const policy = page.headers.get('content-security-policy') ?? '';
  const part = (name: string) => policy.split('; ').find((one) => one.startsWith(`${name} `));
  expect(page.status).toBe(200);
  expect(part('sandbox')).toBe(
    'sandbox allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
  );
  expect(part('script-src')).toMatch(/^script-src https:\/\/\*\.cpx-research\.com 'sha256-[^ ]+'$/);
  expect(part('default-src')).toBe("default-src 'none'");
  expect(part('frame-ancestors')).toBe("frame-ancestors 'self'");
  expect(page.body).not.toContain(memberCode);
  expect((await site.visitor().get(embed.frame)).body).toBe(page.body);
  expect((await member.get('/api/walls/rapidoreach/frame')).status).toBe(404);
  const own = (await member.get('/api/docs')).headers.get('content-security-policy') ?? '';
  for (const directive of own.split('; ').filter((one) => !one.startsWith('frame-src')))
    expect(directive).not.toContain('cpx');

  const staff = site.visitor();
  staff.cookie = await signIn(site.database, await createMember(site.database, { isAdmin: true }));
  expect((await shownTo(staff)).embed.kind).toBe('iframe');
});

test('for how many days points of a wall are pending is told before they are earned', async () => {
  const file = path.join(folder, 'held-wall.json');
  await writeFile(file, JSON.stringify({ walls: [{ ...entry, holdDays: 14 }] }));
  const member = await memberOf(await startTestServer({ WALLS_FILE: file }));
  const walls = (await member.get('/api/walls')).body;
  expect(walls.find((wall: { id: string }) => wall.id === 'rapidoreach').holdDays).toBe(14);
  expect((await member.get('/api/tasks/typical')).body.holdDaysMax).toBe(14);
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
  await transactOn(site.database)(async (tx) => {
    await allowStatements(tx, WAIT.timeout);
    // Several tasks have the same moment, so the order must not depend on the time alone.
    await sql`insert into tasks (user_id, task_type, points_earned, completed_at, reversed_at)
      select ${owner.id}, 'survey', 3, now() - (i / 7) * interval '1 minute', case when i % 10 = 0 then now() end
      from generate_series(0, 49999) i`.execute(tx);
    await sql`insert into ledger_transfers (key, unit, from_account, to_account, amount, kind, reference, actor, balance_after)
      select 'credit:' || id, 'points', 'wall:w', 'member:' || user_id, 3, 'credit', id, 'wall:w', 3 from tasks
      union all
      select 'reversal:' || id, 'points', 'member:' || user_id, 'wall:w', 3, 'reversal', id, 'wall:w', 0 from tasks
      where reversed_at is not null`.execute(tx);
  });
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
  const totals = { count: 45_000, points: 135_000, pending: 0, pendingUntil: null };
  expect((await visitor.get('/api/tasks/totals')).body).toEqual(totals);
  await rollUpAll(site.database);
  expect((await visitor.get('/api/tasks/totals')).body).toEqual(totals);
  const { rows } = await sql`select credits, credited_points::integer from ledger_balances
    where user_id = ${owner.id}`.execute(site.database);
  expect(rows).toEqual([{ credits: 45_000, creditedPoints: 135_000 }]);
  expect((await visitor.get(`/api/tasks?before=${foreign}`)).body).toEqual([]);
});

test('a wall that is to be told more opens after the member was asked, without it if they refuse, and they may withdraw', async () => {
  const cpx = { uses: 'cpx', settings: { appId: '1234' }, secrets: { appSecret: 'a-secret-of-cpx' } };
  const file = path.join(folder, 'sharing-wall.json');
  await writeFile(file, JSON.stringify({ walls: [{ ...cpx, share: ['email', 'name'] }, entry] }));
  const site = await startTestServer({ WALLS_FILE: file });
  const account = await createMember(site.database, { name: 'Robin Redbreast' });
  const member = site.visitor();
  member.cookie = await signIn(site.database, account);
  const wall = async (id: string, visitor = member) =>
    (await visitor.get('/api/walls')).body.find((one: { id: string }) => one.id === id);
  const decide = (fields: unknown, id = 'cpx', visitor = member) =>
    visitor.call('PUT', `/api/walls/${id}/sharing`, { fields });
  const both = ['email', 'name'];

  // Nothing of the wall is given out before the answer, and the others are not asked about.
  const asked = await wall('cpx');
  expect(asked).toMatchObject({
    embed: { kind: 'asked' },
    sharing: { fields: ['email', 'name'], shares: null },
  });
  expect(JSON.stringify(asked)).not.toContain('cpx-research');
  expect((await wall('rapidoreach')).sharing).toBeNull();
  expect((await decide(both, 'rapidoreach')).body.code).toBe('wall_unavailable');
  expect((await decide(both, 'constructor')).body.code).toBe('wall_unavailable');
  for (const fields of [true, ['phone'], [...both, 'email']]) {
    expect((await decide(fields)).status, String(fields)).toBe(400);
  }

  const told = async () => {
    const { embed } = await wall('cpx');
    const { email, username } = embed.config.general_config;
    return [email, username];
  };
  await decide([]);
  expect(await told()).toEqual(['', '']);
  await decide(both);
  expect(await told()).toEqual([account.email, 'Robin Redbreast']);
  await decide([]);
  expect(await told()).toEqual(['', '']);
  expect((await wall('cpx')).sharing).toEqual({ fields: ['email', 'name'], shares: false });

  // The answer is this member's alone, and an answer before the first view asks no more.
  const other = await memberOf(site);
  expect((await wall('cpx', other)).embed.kind).toBe('asked');
  const early = await memberOf(site);
  await decide([], 'cpx', early);
  expect((await wall('cpx', early)).embed.kind).toBe('script');
});

test('a wall that wants more than a member agreed to asks again, and is told nothing until then', async () => {
  const cpx = { uses: 'cpx', settings: { appId: '1234' }, secrets: { appSecret: 'a-secret-of-cpx' } };
  const { url: databaseUrl } = await testDatabase();
  const siteThatWants = async (name: string, share: string[]) => {
    const file = path.join(folder, `${name}.json`);
    await writeFile(file, JSON.stringify({ walls: [{ ...cpx, share }] }));
    return startTestServer({ WALLS_FILE: file }, { databaseUrl });
  };
  const [less, more] = [
    await siteThatWants('less', ['name']),
    await siteThatWants('more', ['email', 'name']),
  ];
  const cookieOf = async (name: string) => signIn(less.database, await createMember(less.database, { name }));
  const at = async (site: TestServer, cookie: string) => {
    const visitor = site.visitor();
    visitor.cookie = cookie;
    const [wall] = (await visitor.get('/api/walls')).body;
    const told = wall.embed.config?.general_config;
    return { kind: wall.embed.kind, shares: wall.sharing.shares, told: told && [told.email, told.username] };
  };
  const decide = async (site: TestServer, cookie: string, fields: string[]) => {
    const visitor = site.visitor();
    visitor.cookie = cookie;
    return (await visitor.call('PUT', '/api/walls/cpx/sharing', { fields })).status;
  };

  const robin = await cookieOf('Robin Redbreast');
  await decide(less, robin, ['name']);
  expect(await at(less, robin)).toEqual({ kind: 'script', shares: true, told: ['', 'Robin Redbreast'] });
  expect(await at(more, robin)).toEqual({ kind: 'asked', shares: null, told: undefined });
  // An answer to the question as it was before is no agreement to what was added meanwhile.
  await decide(more, robin, ['name']);
  expect(await at(more, robin)).toMatchObject({ kind: 'asked', shares: null });
  await decide(more, robin, ['email', 'name']);
  expect(await at(more, robin)).toMatchObject({ kind: 'script', shares: true });
  // A wall that wants less is told less, and nothing is agreed to before it is wanted.
  expect((await at(less, robin)).told).toEqual(['', 'Robin Redbreast']);
  const wren = await cookieOf('Jenny Wren');
  await decide(less, wren, ['email', 'name']);
  expect(await at(more, wren)).toMatchObject({ kind: 'asked' });
  expect(await decide(less, wren, ['email'])).toBe(409);

  // Who refused is not asked about more.
  const finch = await cookieOf('Goldie Finch');
  await decide(less, finch, []);
  expect(await at(more, finch)).toEqual({ kind: 'script', shares: false, told: ['', ''] });
});
