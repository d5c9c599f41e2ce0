import { get, type IncomingMessage } from 'node:http';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { POOL_SIZE_MAX } from '#database/client.ts';
import { allowStatements, transactOn } from '#database/transaction.ts';
import { exportRows } from '#domain/administration/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { openRedemption } from '#testing/redemption.ts';
import { startTestServer } from '#testing/server.ts';

/** Together more than the socket buffers of both sides hold. */
const ROWS = 60_000;
const TITLE_LENGTH = 600;
/** Rows that one statement reads, as in exports.ts. */
const BATCH = 2_000;
const QUIET_MS = 700;
const DAY_MS = 86_400_000;
/** Midnight may pass during the tests. */
const [TODAY = '', TOMORROW = ''] = [0, DAY_MS].map((ms) =>
  new Date(Date.now() + ms).toISOString().slice(0, 10),
);
const PATH = '/api/admin/exports/tasks.csv';

// Without jobs, only downloads ask for connections.
const site = await startTestServer({ ROLES: 'web' });
const { database, server } = site;
const member = await createMember(database);
await transactOn(database)(async (tx) => {
  await allowStatements(tx, WAIT.timeout);
  await sql`insert into tasks (user_id, task_type, title, points_earned)
    select ${member.id}, 'survey', repeat('x', ${TITLE_LENGTH}::integer), 1
    from generate_series(1, ${ROWS}::integer)`.execute(tx);
});
const cookie = await signIn(database, await createMember(database, { isAdmin: true, staffRole: 'finance' }));

let asked = 0;
let askedAt = 0;
server.pool.on('acquire', () => {
  asked += 1;
  askedAt = Date.now();
});

/** Begins a download without reading its body. */
const begin = (headers: Record<string, string> = { Cookie: cookie }): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${site.url}${PATH}?from=${TODAY}&to=${TOMORROW}`, { headers }, resolve).on('error', reject);
  });
/** Reads it to the end and returns its lines. */
async function linesOf(answer: IncomingMessage): Promise<number> {
  let lines = 0;
  for await (const piece of answer) lines += String(piece).split('\n').length - 1;
  return lines;
}
const inUse = () => server.pool.totalCount - server.pool.idleCount + server.pool.waitingCount;
const inUseBefore = inUse();
/** Waits until no connection has been used for a while. On a slow machine this may come too early, never too late. */
const quiet = () =>
  expect.poll(() => asked > 0 && Date.now() - askedAt > QUIET_MS && inUse() === inUseBefore).toBe(true);
const recorded = async () =>
  (
    await database.selectFrom('auditEntries').select('after').where('action', '=', `GET ${PATH}`).execute()
  ).map(({ after }) => after);

test('the server stops reading and holds no connection while a client takes nothing', async () => {
  const answer = await begin();
  await quiet();
  expect(asked).toBeLessThan(ROWS / BATCH / 2);
  await expect.poll(inUse).toBe(inUseBefore);
  expect(await linesOf(answer)).toBe(ROWS + 1);
  expect(asked).toBeGreaterThanOrEqual(ROWS / BATCH);
});

describe('a download ends when its reader', () => {
  async function owner() {
    const { id } = await createMember(database, { isAdmin: true });
    const visitor = site.visitor();
    visitor.cookie = await signIn(database, { id, isAdmin: true });
    return { id, visitor };
  }
  const change = (id: string, values: { suspendedAt?: Date; staffRole?: 'support' }) =>
    database.updateTable('users').set(values).where('id', '=', id).execute();
  const keyOf = async (reader: Awaited<ReturnType<typeof owner>>) =>
    (await reader.visitor.post('/api/admin/keys', { name: 'Warehouse', scopes: ['exports'], days: 1 })).body;
  /** Reads a part, lets this happen, and reads on. */
  async function readsOn(headers: Record<string, string>, happens: () => Promise<unknown>) {
    asked = 0;
    const answer = await begin(headers);
    await quiet();
    await happens();
    return linesOf(answer);
  }

  test.each([
    ['is suspended', ({ id }) => change(id, { suspendedAt: new Date() })],
    ['may download nothing any more', ({ id }) => change(id, { staffRole: 'support' })],
    ['has signed out', ({ visitor }) => visitor.post('/api/logout')],
  ] satisfies [string, (reader: Awaited<ReturnType<typeof owner>>) => Promise<unknown>][])(
    '%s',
    async (_, happens) => {
      const reader = await owner();
      await expect(readsOn({ Cookie: reader.visitor.cookie }, () => happens(reader))).rejects.toThrow(
        'aborted',
      );
    },
  );

  test('has a key that is revoked, and counts as one call of the key until then', async () => {
    const reader = await owner();
    const { id, key } = await keyOf(reader);
    const headers = { Authorization: `Bearer ${key}` };
    const revoke = () => reader.visitor.call('DELETE', `/api/admin/keys/${id}`);
    await expect(readsOn(headers, revoke)).rejects.toThrow('aborted');
    const counts = database.selectFrom('rateLimits').select('points').where('key', 'like', 'api_key:%');
    expect(await counts.execute()).toEqual([{ points: 1 }]);
  });
});

test('a list is read in stretches even if few of its rows are within the requested days', async () => {
  const tomorrow = { from: new Date(Date.now() + DAY_MS), to: new Date(Date.now() + 2 * DAY_MS) };
  const looked = [];
  for await (const rows of exportRows(database, 'tasks', tomorrow, { batch: 10, stretch: ROWS / 4 }))
    looked.push(rows.length);
  expect(looked).toEqual([0, 0, 0, 0, 0]);
  let found = 0;
  const today = { from: new Date(TODAY), to: tomorrow.to };
  for await (const rows of exportRows(database, 'tasks', today, { batch: 1_999, stretch: 7_001 }))
    found += rows.length;
  expect(found).toBe(ROWS);
});

test('a task whose points are not in the balance yet says until when', async () => {
  const heldUntil = new Date(Date.now() + DAY_MS);
  const values = { userId: member.id, taskType: 'survey', title: 'Held', pointsEarned: 5, heldUntil };
  await database.insertInto('tasks').values(values).execute();
  const staff = site.visitor();
  staff.cookie = cookie;
  const { body } = await staff.get(`${PATH}?from=${TODAY}&to=${TOMORROW}`);
  const rows: Record<string, string>[] = parse(String(body), { columns: true, bom: true });
  expect(rows.filter((row) => row.heldUntil)).toEqual([
    expect.objectContaining({ title: 'Held', heldUntil: heldUntil.toISOString() }),
  ]);
});

test('redemptions and awards are exported with their amounts', async () => {
  await openRedemption(database);
  const award = { userId: member.id, amountCents: 500, cardTier: '5USD' };
  await database.insertInto('cashRewards').values(award).execute();
  const staff = site.visitor();
  staff.cookie = cookie;
  const amountsOf = async (name: string) => {
    const { body } = await staff.get(`/api/admin/exports/${name}.csv?from=${TODAY}&to=${TOMORROW}`);
    const rows: Record<string, string>[] = parse(String(body), { columns: true, bom: true });
    return rows.map(({ amountUsdCents }) => amountUsdCents);
  };
  expect([await amountsOf('redemptions'), await amountsOf('awards')]).toEqual([['100'], ['500']]);
});

test('a list is read on when a column of its table has another type than before', async () => {
  const days = { from: new Date(TODAY), to: new Date(Date.now() + DAY_MS) };
  const read = async () => {
    for await (const rows of exportRows(database, 'awards', days)) expect(rows).not.toEqual([]);
  };
  const turnInto = (type: string) =>
    sql`alter table cash_rewards alter column amount_cents type ${sql.raw(type)}`.execute(database);
  for (let turn = 1; turn <= 3; turn += 1) await read();
  await turnInto('bigint');
  await read();
  await turnInto('integer');
  await read();
});

test('a list that cannot be read fails, and is not sent as an empty file', async () => {
  await sql`alter table cash_rewards rename to away`.execute(database);
  const staff = site.visitor();
  staff.cookie = cookie;
  const answer = await staff.get(`/api/admin/exports/awards.csv?from=${TODAY}&to=${TOMORROW}`);
  await sql`alter table away rename to cash_rewards`.execute(database);
  expect([answer.status, answer.body.code]).toEqual([500, 'internal']);
});

test('a download that is broken off stops reading, leaks no connection and is in the audit trail', async () => {
  const before = (await recorded()).length;
  const downloads = POOL_SIZE_MAX * 2;
  asked = 0;
  for (let count = 0; count < downloads; count += 1) {
    (await begin()).destroy();
  }
  await quiet();
  expect(asked).toBeLessThan((downloads * ROWS) / BATCH / 2);
  await expect.poll(inUse).toBe(inUseBefore);
  const open = async () =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`.execute(database)
    ).rows.length;
  await expect.poll(open).toBe(0);
  await expect.poll(async () => (await recorded()).length).toBe(before + downloads);
  expect((await recorded()).at(-1)).toEqual({ from: TODAY, to: TOMORROW });
});
