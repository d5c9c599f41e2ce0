import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { temporaryFolder } from '#testing/process.ts';
import { firstPages, timesOf } from './admin.ts';
import { fillSite, type SiteSize } from './growth-data.ts';
import { type Cost, measureCommand } from './growth-meter.ts';
import {
  type Child,
  type Goal,
  median,
  printGoals,
  sendAndCheck,
  startLoad,
  startServer,
} from './intake-site.ts';

const SIZES: SiteSize[] = [
  { credits: 300_000, members: 30_000 },
  { credits: 3_000_000, members: 300_000 },
];
const FULL: SiteSize = { credits: 30_000_000, members: 3_000_000 };
const ROUNDS = 3;
const SECONDS = 20;
const READS = 30;
const PAGE_READS = 3;
const GOALS = { rate: 0.9, pageMs: 100, moreMb: 64 };

/**
 * `npm run bench -- growth [--full] [--rounds=N] [--seconds=N]`: what a site costs that has grown. Sites with 0.3 and 3
 * million credits behind them (`--full`: 30 million too), each in a cluster of its own with the settings of
 * docs/self-hosting.md, take postbacks in turn, every round right behind a checkpoint, where each page that is touched is
 * written to the log in full. Then reads, the end of a day's life beside half of that rate, the audit and a backup.
 * Returns whether every goal was met. Throws if a point is lost or given twice, or the audit finds anything.
 */
export async function benchGrowth(args: string[]): Promise<boolean> {
  const number = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
  const sites: Site[] = [];
  const load = startLoad();
  try {
    for (const size of args.includes('--full') ? [...SIZES, FULL] : SIZES) sites.push(await openSite(size));
    const seconds = number('seconds', SECONDS);
    const rates = await compareIntake(sites, load, number('rounds', ROUNDS), seconds);
    const goals = rateGoals(sites, rates);
    for (const site of sites) goals.push(await measureReads(site));
    const costs: Cost[][] = [];
    for (const [index, site] of sites.entries())
      costs.push(await measureUpkeep(site, load, seconds, median(rates[index] ?? []) / 2));
    return printGoals([...goals, ...memoryGoals(costs)]);
  } finally {
    await load.stop();
    for (const site of sites) await site.close();
  }
}

interface Site {
  name: string;
  size: SiteSize;
  folder: string;
  url: string;
  database: Database;
  server: Child & { port: number };
  close: () => Promise<void>;
}

/** What docs/self-hosting.md asks of a production database, for a machine of 8 GB. */
const SETTINGS = { shared_buffers: '2GB', max_wal_size: '16GB', checkpoint_timeout: '30min' };

async function openSite(size: SiteSize): Promise<Site> {
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path, SETTINGS);
  const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
  const closeDatabase = async () => {
    await database.destroy();
    await embedded.stop();
    await folder.remove();
  };
  try {
    await migrate(embedded.url);
    const seconds = await fillSite(database, size);
    const name = `${size.credits / 1e6} million`;
    console.log(
      `${name} credits of ${size.members} members in ${seconds.toFixed(0)} s, ${await sizeOf(database)}`,
    );
    const server = await startServer('product', embedded.url);
    const close = () => server.stop().then(closeDatabase);
    return { name, size, folder: folder.path, url: embedded.url, database, server, close };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

async function sizeOf(database: Database): Promise<string> {
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(database);
  return rows[0]?.size ?? '';
}

/** Calls per second of each site, round by round. */
async function compareIntake(
  sites: Site[],
  load: Child,
  rounds: number,
  seconds: number,
): Promise<number[][]> {
  console.log(`\nPostbacks per second, each round of ${seconds} s behind a checkpoint`);
  const rates = sites.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < sites.length; turn += 1) {
      const index = (round + turn) % sites.length;
      const site = sites[index];
      if (!site) continue;
      await sql`checkpoint`.execute(site.database);
      const before = await readWal(site.database);
      const { port } = site.server;
      const result = await sendAndCheck(load, site.database, { port, seconds, members: site.size.members });
      const after = await readWal(site.database);
      rates[index]?.push(result.answered / result.seconds);
      const perCredit = (what: 'bytes' | 'images') =>
        ((after[what] - before[what]) / result.transactions).toFixed(what === 'bytes' ? 0 : 2);
      console.log(
        `  round ${round + 1}  ${site.name.padEnd(12)} ${(result.answered / result.seconds).toFixed(0)}  p99 ${result.p99Ms.toFixed(0)} ms` +
          `  log per credit ${perCredit('bytes')} bytes, ${perCredit('images')} full pages`,
      );
    }
  }
  return rates;
}

async function readWal(database: Database): Promise<{ bytes: number; images: number }> {
  const { rows } = await sql<{ bytes: number; images: number }>`
    select wal_bytes::float8 as bytes, wal_fpi::float8 as images from pg_stat_wal`.execute(database);
  return rows[0] ?? { bytes: 0, images: 0 };
}

function rateGoals(sites: Site[], rates: number[][]): Goal[] {
  const [small = []] = rates;
  return sites.slice(1).map(({ name }, index) => {
    const own = rates[index + 1] ?? [];
    const share = median(own.map((rate, round) => rate / (small[round] ?? 1)));
    return {
      name: `intake behind ${name} at least ${GOALS.rate} of the small rate`,
      value: `${share.toFixed(2)} (${median(own).toFixed(0)} after ${median(small).toFixed(0)} per second)`,
      met: share >= GOALS.rate,
    };
  });
}

/** What a member and an admin read first, one call at a time. */
async function measureReads({ name, database, server }: Site): Promise<Goal> {
  const cookieOf = async (member: { id: string; isAdmin: boolean }) => signIn(database, member);
  const member = await database
    .selectFrom('users')
    .select(['id', 'isAdmin'])
    .where('email', 'like', '%@example.com')
    .limit(1)
    .executeTakeFirstOrThrow();
  const cookies = {
    member: await cookieOf(member),
    admin: await cookieOf(await createMember(database, { isAdmin: true })),
  };
  const measure = (as: keyof typeof cookies, at: string, times: number) =>
    timesOf(times, async () => {
      const response = await fetch(`http://127.0.0.1:${server.port}${at}`, {
        headers: { cookie: cookies[as] },
      });
      if (!response.ok) throw new Error(`${at} answered ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    });
  console.log(`\nReads behind ${name}, milliseconds: median and 95th percentile`);
  const reads: [keyof typeof cookies, string][] = [
    ...['/api/user', '/api/tasks', '/api/tasks/totals'].map((at): ['member', string] => ['member', at]),
    ...['/transfers', '/tasks'].map((at): ['admin', string] => [
      'admin',
      `/api/admin/users/${member.id}${at}`,
    ]),
    ...['postbacks', 'walls', 'audit', 'queues', 'stats'].map((at): ['admin', string] => [
      'admin',
      `/api/admin/${at}`,
    ]),
  ];
  const slow: string[] = [];
  for (const [as, at] of reads) {
    const { p50, p95 } = await measure(as, at, READS);
    console.log(
      `  ${at.replace(member.id, '<id>').padEnd(36)} ${p50.toFixed(1).padStart(7)} ${p95.toFixed(1).padStart(7)}`,
    );
    if (p50 >= GOALS.pageMs) slow.push(at);
  }
  const pages = firstPages();
  let worst = { at: '', p50: 0 };
  for (const at of pages) {
    const { p50 } = await measure('admin', at, PAGE_READS);
    if (p50 > worst.p50) worst = { at, p50 };
    if (p50 >= GOALS.pageMs) slow.push(at);
  }
  console.log(
    `  ${pages.length} first pages of the list of members, the slowest ${worst.p50.toFixed(1)}: ${worst.at}`,
  );
  return {
    name: `first pages behind ${name} below ${GOALS.pageMs} ms`,
    value:
      slow.length === 0
        ? `all ${reads.length + pages.length}`
        : `${slow.length} are not: ${slow.slice(0, 3).join(' ')}`,
    met: slow.length === 0,
  };
}

/** The end of a day's life beside half of the full rate, the audit, a backup. Returns the costs of the first two. */
async function measureUpkeep(site: Site, load: Child, seconds: number, rate: number): Promise<Cost[]> {
  console.log(`\nUpkeep behind ${site.name}`);
  const { members } = site.size;
  const calls = { port: site.server.port, seconds, members, rate };
  const alone = await sendAndCheck(load, site.database, calls);
  const [beside, retention] = await Promise.all([
    sendAndCheck(load, site.database, calls),
    measureCommand(site, ['retention']),
  ]);
  const p99 = ({ p99Ms }: { p99Ms: number }) => `${p99Ms.toFixed(0)} ms`;
  console.log(
    `  ${rate.toFixed(0)} postbacks per second: p99 ${p99(alone)} alone, ${p99(beside)} beside the end of a day's life`,
  );
  const audit = await measureCommand(site, ['audit']);
  const target = path.join(site.folder, 'backup');
  await mkdir(target);
  await measureCommand(site, ['backup', target]);
  await rm(target, { recursive: true });
  return [retention, audit];
}

/** The first site is the smallest. */
function memoryGoals(costs: Cost[][]): Goal[] {
  const [small = []] = costs;
  const last = costs.at(-1) ?? [];
  return last.map(({ name, processMb, backendsMb }, index) => {
    const less = small[index] ?? { processMb: 0, backendsMb: 0 };
    const more = Math.max(processMb - less.processMb, backendsMb - less.backendsMb);
    return {
      name: `${name} in constant memory: at most ${GOALS.moreMb} MB more than behind the smallest`,
      value: `${more.toFixed(0)} MB`,
      met: more <= GOALS.moreMb,
    };
  });
}
