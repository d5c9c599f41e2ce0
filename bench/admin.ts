import { sql } from 'kysely';
import { MEMBER_FILTERS, MEMBER_ORDERS } from '#contract/members.values.ts';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveLedger, proveRollUp } from '#domain/ledger/index.ts';
import { seedDatabase } from '#server/ops/seed.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';

const SMALL = { members: 100_000, tasks: 500_000 };
const LARGE = { members: 1_000_000, tasks: 5_000_000 };
const ROUNDS = 20;
const P95_MS_MAX = 100;

interface Measured {
  p50: number;
  p95: number;
}

/**
 * `npm run bench -- admin [--large] [--rounds=N]`: the first page of the list of members for every order, filter and kind
 * of search that the screen offers, further pages, a member's page and the overview, over HTTP against the real server
 * with 100,000 members and 500,000 tasks (`--large`: ten times that). Returns false if the 95th percentile of a first
 * page is 100 ms or more. Throws if a response was wrong or the ledger does not add up.
 */
export async function benchAdmin(args: string[]): Promise<boolean> {
  const { members, tasks } = args.includes('--large') ? LARGE : SMALL;
  const rounds = Number(args.find((arg) => arg.startsWith('--rounds='))?.split('=')[1] ?? ROUNDS);
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path);
  await migrate(embedded.url);
  const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
  try {
    const began = performance.now();
    await seedDatabase(database, members, tasks);
    const admin = await createMember(database, { isAdmin: true });
    const cookie = await signIn(database, admin);
    console.log(`${members} members, ${tasks} tasks, made in ${seconds(began)} s`);
    const server = await startProcess(folder.path, { DATABASE_URL: embedded.url, LOG_LEVEL: 'warn' });
    try {
      return await measureAll(`${server.url}`, cookie, database, rounds);
    } finally {
      await server.end();
    }
  } finally {
    await database.destroy();
    await embedded.stop();
    await folder.remove();
  }
}

async function measureAll(url: string, cookie: string, database: Database, rounds: number): Promise<boolean> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { cookie } });
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>[];
  };
  const slow: string[] = [];
  const measure = async (path: string, limited: boolean) => {
    const { p50, p95 } = await timesOf(rounds, () => read(path));
    if (limited && p95 >= P95_MS_MAX) slow.push(path);
    return { path, p50: p50.toFixed(1), p95: p95.toFixed(1) };
  };
  const rows = [];
  for (const path of firstPages()) rows.push(await measure(path, true));
  const [first] = await read('/api/admin/users?order=points&limit=26');
  for (const path of [
    `/api/admin/users?order=points&limit=26&after=${first?.cursor}`,
    '/api/admin/user-count?status=active',
    '/api/admin/user-count?search=maria',
    `/api/admin/users/${first?.id}`,
    `/api/admin/users/${first?.id}/transfers`,
    `/api/admin/users/${first?.id}/tasks`,
    '/api/admin/stats',
    `/api/admin/activity?timeZone=America/New_York&${lastDays(30)}`,
    `/api/admin/activity?timeZone=Asia/Kathmandu&${lastDays(90)}`,
  ])
    rows.push(await measure(path, false));
  console.table(rows);
  await prove(database, read);
  for (const path of slow) console.error(`${path}: its 95th percentile is ${P95_MS_MAX} ms or more`);
  console.log(`${rows.length} reads, ${rounds} times each; ${slow.length} first pages too slow`);
  return slow.length === 0;
}

/** Every order with every filter and every kind of search: none, a frequent name, a rare one, the start of an address. */
export function firstPages(): string[] {
  const searches = ['', 'maria', 'mar', 'zoe young', 'maria.silva.1'];
  const pages = [];
  for (const search of searches)
    for (const order of MEMBER_ORDERS)
      for (const direction of ['asc', 'desc'])
        for (const status of ['', ...MEMBER_FILTERS])
          for (const balance of ['', 'yes']) {
            if (search !== '' && order === 'name') continue;
            const query = new URLSearchParams({ order, direction, limit: '26' });
            if (search) query.set('search', search);
            if (status) query.set('status', status);
            if (balance) query.set('balance', balance);
            pages.push(`/api/admin/users?${query}`);
          }
  return pages;
}

export async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  return { p50: times[Math.floor(rounds * 0.5)] ?? 0, p95: times[Math.floor(rounds * 0.95)] ?? 0 };
}

/** Throws unless the list equals the table of members and every point is accounted for. */
async function prove(
  database: Database,
  read: (path: string) => Promise<Record<string, unknown>[]>,
): Promise<void> {
  const listed = await read('/api/admin/users?order=points&limit=100');
  const { rows } = await sql<{ points: number }>`
    select points from users order by points desc limit 100`.execute(database);
  if (JSON.stringify(listed.map(({ points }) => points)) !== JSON.stringify(rows.map(({ points }) => points)))
    throw new Error('the list by points is not in the order of points');
  const differences = await database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    return [...(await proveLedger(connection)), ...(await proveRollUp(connection))];
  });
  if (differences.length > 0) throw new Error(differences.slice(0, 5).join('\n'));
}

const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
/** The days of the overview as its parameters: `from=2026-05-02&to=2026-05-31`. */
export const lastDays = (days: number) => `from=${dayBefore(days - 1)}&to=${dayBefore(0)}`;

const seconds = (began: number) => Math.round((performance.now() - began) / 1000);
