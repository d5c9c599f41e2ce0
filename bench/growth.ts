import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { firstPages, lastDays, timesOf } from './admin.ts';
import { type Cost, measureCommand } from './growth-meter.ts';
import { openSite, type Site } from './growth-site.ts';
import { type Child, type Goal, median, printGoals, sendAndCheck, startLoad } from './intake-site.ts';

const SIZES = [0.3, 3];
const FULL = 30;
const CREDITS_PER_MEMBER = 10;
const PHASES = ['intake', 'reads', 'retention', 'audit', 'backup'] as const;
const ROUNDS = 3;
const SECONDS = 20;
/** More than a site takes, and few enough to be signed in advance. */
const CALLS_PER_SECOND_MAX = 12_000;
const READS = 30;
const PAGE_READS = 3;
/** What the screens of staff read first, beside the list of members. */
const STAFF_PAGES = [
  ...[
    'stats',
    `activity?timeZone=America/New_York&${lastDays(30)}`,
    'queues',
    'walls',
    'walls?period=week',
    'wall-alarms',
  ],
  ...[
    'postbacks',
    'postbacks?wall=bench-a&verdict=refused',
    'parked',
    'claims',
    'appeals',
    'reviews',
    'fulfilments',
  ],
  ...[
    'approvals',
    'awards',
    'audit',
    `audit?from=${lastDays(30).slice(5, 15)}T00:00:00Z`,
    'missions',
    'rewards',
    'staff',
  ],
  ...['keys', 'webhooks', 'risk-rules'],
];
const GOALS = { rate: 0.9, pageMs: 100, moreMb: 64 };

/**
 * `npm run bench -- growth [--full] [--rounds=N] [--seconds=N] [--parts=N] [--sizes=0.3,3] [--folder=F] [--phases=...]`: what a
 * site costs that has grown. Sites with 0.3 and 3 million credits behind them (`--full`: 30 million too; `--sizes`: these
 * millions), each in a cluster of its own with the settings of docs/self-hosting.md, take postbacks in turn. Each round begins
 * right behind a checkpoint, where every page that is touched is written to the log in full, and has `--parts` of `--seconds`. Then reads, the end of a day's life beside half of that rate, the audit and a backup. With `--folder` the
 * filled sites stay there for the next run, in which `--phases` says what is measured: some of
 * `intake,reads,retention,audit,backup`, or `fill` for none of them. Returns whether every goal was met. Throws if a point is lost or given twice, or the audit finds
 * anything.
 */
export async function benchGrowth(args: string[]): Promise<boolean> {
  const option = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  const number = (name: string, fallback: number) => Number(option(name) ?? fallback);
  const sizes =
    option('sizes')?.split(',').map(Number) ?? (args.includes('--full') ? [...SIZES, FULL] : SIZES);
  const phases = option('phases')?.split(',') ?? PHASES;
  const plan = {
    rounds: number('rounds', ROUNDS),
    parts: number('parts', 1),
    seconds: number('seconds', SECONDS),
  };
  const sites: Site[] = [];
  const goals: Goal[] = [];
  const load = startLoad();
  try {
    for (const millions of sizes) {
      const credits = millions * 1e6;
      sites.push(await openSite({ credits, members: credits / CREDITS_PER_MEMBER }, option('folder')));
    }
    if (phases.includes('intake')) goals.push(...rateGoals(sites, await compareIntake(sites, load, plan)));
    if (phases.includes('reads')) for (const site of sites) goals.push(await measureReads(site));
    for (const [phase, measure] of [
      ['retention', measureRetention],
      ['audit', measureAudit],
    ] as const) {
      if (!phases.includes(phase)) continue;
      const costs: Cost[] = [];
      for (const site of sites) costs.push(await measure(site, load, plan.seconds));
      goals.push(memoryGoal(costs));
    }
    if (phases.includes('backup')) for (const site of sites) await measureBackup(site);
    return printGoals(goals);
  } finally {
    await load.stop();
    for (const site of sites) await site.close();
  }
}

/**
 * Calls per second of each site, round by round. Before the first round each takes calls that do not count: what it needs
 * is in memory then, as on a site that has run for a while.
 */
async function compareIntake(
  sites: Site[],
  load: Child,
  { rounds, parts, seconds }: { rounds: number; parts: number; seconds: number },
): Promise<number[][]> {
  console.log(`\nPostbacks per second, each round of ${parts} times ${seconds} s behind a checkpoint`);
  for (const site of sites) await takeCalls(site, load, 'before   ', seconds);
  const rates = sites.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const site of sites) await sql`checkpoint`.execute(site.database);
    const taken = sites.map(() => ({ answered: 0, seconds: 0 }));
    for (let part = 0; part < parts; part += 1) {
      for (let turn = 0; turn < sites.length; turn += 1) {
        const index = (round + part + turn) % sites.length;
        const [site, sum] = [sites[index], taken[index]];
        if (!site || !sum) continue;
        const result = await takeCalls(site, load, `round ${round + 1}.${part + 1}`, seconds);
        sum.answered += result.answered;
        sum.seconds += result.seconds;
      }
    }
    taken.forEach((sum, index) => {
      rates[index]?.push(sum.answered / sum.seconds);
    });
  }
  return rates;
}

async function takeCalls(
  { name, database, server, size }: Site,
  load: Child,
  title: string,
  seconds: number,
) {
  const before = await readWal(database);
  const plan = { port: server.port, seconds, members: size.members, callsPerSecondMax: CALLS_PER_SECOND_MAX };
  const result = await sendAndCheck(load, database, plan);
  const after = await readWal(database);
  const perCredit = (what: 'bytes' | 'images') =>
    ((after[what] - before[what]) / result.transactions).toFixed(what === 'bytes' ? 0 : 2);
  console.log(
    `  ${title}  ${name.padEnd(12)} ${(result.answered / result.seconds).toFixed(0)}  p99 ${result.p99Ms.toFixed(0)} ms` +
      `  log per credit ${perCredit('bytes')} bytes, ${perCredit('images')} full pages`,
  );
  return result;
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
    ...['', '/transfers', '/tasks', '/rewards', '/notices', '/audit'].map((at): ['admin', string] => [
      'admin',
      `/api/admin/users/${member.id}${at}`,
    ]),
    ...STAFF_PAGES.map((at): ['admin', string] => ['admin', `/api/admin/${at}`]),
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

/** The end of a day's life beside half of the full rate. */
async function measureRetention(site: Site, load: Child, seconds: number): Promise<Cost> {
  console.log(`\nThe end of a day's life behind ${site.name}`);
  const full = await takeCalls(site, load, 'full rate', seconds);
  const rate = full.answered / full.seconds / 2;
  const calls = { port: site.server.port, seconds, members: site.size.members, rate };
  const alone = await sendAndCheck(load, site.database, calls);
  const [beside, cost] = await Promise.all([
    sendAndCheck(load, site.database, calls),
    measureCommand(site, ['retention']),
  ]);
  const p99 = ({ p99Ms }: { p99Ms: number }) => `${p99Ms.toFixed(0)} ms`;
  console.log(`  ${rate.toFixed(0)} postbacks per second: p99 ${p99(alone)} alone, ${p99(beside)} beside it`);
  return cost;
}

async function measureAudit(site: Site): Promise<Cost> {
  console.log(`\nThe audit behind ${site.name}`);
  return measureCommand(site, ['audit']);
}

async function measureBackup(site: Site): Promise<void> {
  console.log(`\nA backup behind ${site.name}`);
  const target = path.join(site.folder, 'backup');
  await mkdir(target);
  await measureCommand(site, ['backup', target]);
  await rm(target, { recursive: true });
}

/** The first cost is of the smallest site. */
function memoryGoal(costs: Cost[]): Goal {
  const [least, most] = [costs.at(0), costs.at(-1)];
  const more = (of: 'processMb' | 'backendsMb') => (most?.[of] ?? 0) - (least?.[of] ?? 0);
  const mb = Math.max(more('processMb'), more('backendsMb'));
  return {
    name: `${most?.name} in constant memory: at most ${GOALS.moreMb} MB more than behind the smallest`,
    value: `${mb.toFixed(0)} MB`,
    met: mb <= GOALS.moreMb,
  };
}
