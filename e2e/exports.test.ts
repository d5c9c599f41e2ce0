import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { exportRows } from '#domain/administration/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';

const ROWS = 300_000;
const ROWS_AT_ONCE = 10_000;
/** The heap limit of the server; the rows of the whole list would take more than this as objects. */
const HEAP_MAX_MB = 128;
const GROWTH_MAX_KB = 100_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
/** The next day may begin during the test. */
const [DAY, NEXT] = [dayOf(Date.now()), dayOf(Date.now() + 86_400_000)];
const RANGE = `from=${DAY}&to=${NEXT}`;

const { url, database } = await testDatabase();
const folder = await temporaryFolder();
const server = await startProcess(folder.path, {
  DATABASE_URL: url,
  NODE_OPTIONS: `--max-old-space-size=${HEAP_MAX_MB}`,
});
afterAll(async () => {
  await server.end();
  await folder.remove();
});

const member = await createMember(database);
// A statement that takes long is ended.
for (let first = 1; first <= ROWS; first += ROWS_AT_ONCE) {
  await sql`insert into tasks (user_id, task_type, wall, title, points_earned)
    select ${member.id}, 'survey', 'plain', '=cmd,"' || n || '"' || chr(10) || 'é', n % 1000
    from generate_series(${first}::integer, ${first + ROWS_AT_ONCE - 1}::integer) n`.execute(database);
}
const cookieOf = async (staffRole: 'finance' | 'support') =>
  signIn(database, await createMember(database, { isAdmin: true, staffRole }));
const get = async (path: string, cookie: string, init: RequestInit = {}) =>
  fetch(`${server.url}/api/admin/exports/${path}`, { headers: { Cookie: cookie }, ...init });

async function memoryKb(name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8');
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
}

test('a list of 300,000 rows is sent whole, and the memory of the server grows little', async () => {
  const cookie = await cookieOf('finance');
  await (await get(`awards.csv?${RANGE}`, cookie)).text();
  const before = await memoryKb('VmRSS');
  const answer = await get(`tasks.csv?${RANGE}`, cookie);
  expect(answer.headers.get('content-type')).toContain('text/csv; charset=utf-8');
  let [count, points] = [0, 0];
  const rows = parse({ columns: true, bom: true });
  const read = (async () => {
    for await (const row of rows as AsyncIterable<Record<string, string>>) {
      count += 1;
      points += Number(row.pointsEarned);
      if (count === 1) expect(row.title).toMatch(/^'=cmd,"\d+"\né$/);
    }
  })();
  for await (const piece of answer.body ?? [])
    if (!rows.write(piece)) await new Promise((go) => rows.once('drain', go));
  rows.end();
  await read;
  const { rows: sums } = await sql<{ points: number }>`
    select sum(points_earned)::integer as points from tasks`.execute(database);
  expect([count, points]).toEqual([ROWS, sums[0]?.points]);
  const grown = (await memoryKb('VmHWM')) - before;
  expect(grown).toBeLessThan(GROWTH_MAX_KB);
});

test('a download is recorded before its first byte, and needs a role that may export', async () => {
  const [finance, support] = [await cookieOf('finance'), await cookieOf('support')];
  expect((await get(`ledger.csv?${RANGE}`, support)).status).toBe(403);
  expect((await get('ledger.csv?from=2027-02-01&to=2027-01-01', finance)).status).toBe(400);
  expect((await get('ledger.csv', finance)).status).toBe(400);
  for (const name of ['redemptions', 'awards', 'transactions', 'ledger'])
    expect([name, (await get(`${name}.csv?${RANGE}`, finance)).status]).toEqual([name, 200]);
  const trail = await database
    .selectFrom('auditEntries')
    .select(['subjectId', 'after'])
    .where('subjectKind', '=', 'export')
    .where('subjectId', '=', 'ledger')
    .execute();
  expect(trail).toEqual([{ subjectId: 'ledger', after: { from: DAY, to: NEXT } }]);
});

test("a client that stops reading stops the server's reading", async () => {
  const range = { from: new Date(`${DAY}T00:00:00Z`), to: new Date(Date.now() + 86_400_000) };
  const list = exportRows(database, 'tasks', range, { batch: 10, stretch: 1_000 });
  expect((await list.next()).value).toHaveLength(10);
  await list.return(undefined);
  expect((await list.next()).done).toBe(true);

  const leaving = new AbortController();
  const answer = await get(`tasks.csv?${RANGE}`, await cookieOf('finance'), { signal: leaving.signal });
  await answer.body?.getReader().read();
  leaving.abort();
  await expect
    .poll(async () => {
      const { rows } = await sql<{ busy: number }>`select count(*)::integer as busy from pg_stat_activity
        where datname = current_database() and state = 'active' and query like '%from tasks t%'
          and pid <> pg_backend_pid()`.execute(database);
      return rows[0]?.busy;
    })
    .toBe(0);
});
