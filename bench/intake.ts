import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import SERVER_FLAGS from '#scripts/server-flags.json' with { type: 'json' };
import { countTransactions, insertHistory, insertMembers } from './intake-data.ts';
import type { LoadPlan, LoadResult } from './intake-load.ts';
import { MEMBERS, POINTS, WALLS } from './intake-wall.ts';

const CONNECTIONS = 128;
const SECONDS = 4;
const ROUNDS = 5;
const DUPLICATES = 0.1;
/** More than the fastest machine sends within the seconds of a run. */
const CALLS_PER_SECOND_MAX = 25_000;
const LARGE = [1_000_000, 5_000_000];
const MODES = ['product', 'single', 'bare'] as const;
type Mode = (typeof MODES)[number];

interface Goal {
  name: string;
  value: string;
  met: boolean;
}

/**
 * `npm run bench -- intake [--large] [--rounds=N] [--seconds=N]`: credited postbacks per second, and what they cost. All
 * servers stay up and alternate, so that other work on this machine slows each of them; the figures are medians of the
 * ratios of each round. Returns whether every goal was met. Throws if a point is lost or given twice.
 */
export async function benchIntake(args: string[]): Promise<boolean> {
  const number = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
  const bench = await openBench(number('seconds', SECONDS));
  try {
    const rounds = number('rounds', ROUNDS);
    console.log(
      `Signed postbacks over HTTP, ${CONNECTIONS} connections, ${DUPLICATES * 100} % repeated, ${MEMBERS} members, fsync on.`,
      '\n  product  the whole server: batches\n  single   the same route, one transaction per call',
      '\n  bare     node:http that only checks the signature\n',
    );
    const goals: Goal[] = [];
    const spread = await compare(bench, 'spread over four walls', WALLS, rounds);
    goals.push(...ratioGoals(spread));
    goals.push(...ratioGoals(await compare(bench, 'one hot wall', WALLS.slice(0, 1), rounds)));
    goals.push(await halfLoad(bench, median(spread.map((round) => round.product))));
    if (args.includes('--large')) {
      for (const count of LARGE) goals.push(await withHistory(bench, count, spread, rounds));
    }
    goals.push(await memory(bench));
    console.log('\nGoals');
    for (const { name, value, met } of goals)
      console.log(`  ${met ? 'met   ' : 'MISSED'}  ${name}: ${value}`);
    return goals.every(({ met }) => met);
  } finally {
    await bench.close();
  }
}

type Round = Record<Mode, number>;

/** Each round measures each server once, in another order. */
async function compare(bench: Bench, title: string, walls: string[], rounds: number): Promise<Round[]> {
  console.log(`${title}, calls per second`);
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const rates: Round = { product: 0, single: 0, bare: 0 };
    for (let turn = 0; turn < MODES.length; turn += 1) {
      const mode = MODES[(round + turn) % MODES.length] ?? 'bare';
      const result = await bench.run(mode, { walls });
      rates[mode] = result.answered / result.seconds;
    }
    measured.push(rates);
    console.log(
      `  round ${round + 1}  ${MODES.map((mode) => `${mode} ${rates[mode].toFixed(0)}`).join('  ')}` +
        `  product/single ${(rates.product / rates.single).toFixed(2)}  product/bare ${(rates.product / rates.bare).toFixed(2)}`,
    );
  }
  await bench.prove();
  return measured;
}

function ratioGoals(rounds: Round[]): Goal[] {
  const toSingle = median(rounds.map((round) => round.product / round.single));
  const toBare = median(rounds.map((round) => round.product / round.bare));
  return [
    { name: 'at least 3 times one transaction per call', value: toSingle.toFixed(2), met: toSingle >= 3 },
    {
      name: 'at least 25 % of a bare check of the signature',
      value: `${(toBare * 100).toFixed(0)} %`,
      met: toBare >= 0.25,
    },
  ];
}

async function halfLoad(bench: Bench, full: number): Promise<Goal> {
  const { p50Ms, p99Ms, answered, seconds } = await bench.run('product', { walls: WALLS, rate: full / 2 });
  console.log(
    `half load: ${(answered / seconds).toFixed(0)} calls per second, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`,
  );
  await bench.prove();
  return { name: 'p99 below 100 ms at half load', value: `${p99Ms.toFixed(1)} ms`, met: p99Ms < 100 };
}

/** The rate is relative to the bare server's, because other work on this machine changes between the parts. */
async function withHistory(bench: Bench, count: number, empty: Round[], rounds: number): Promise<Goal> {
  const started = performance.now();
  await insertHistory(bench.database, count);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  const after = await compare(
    bench,
    `${count} earlier transactions (inserted in ${seconds} s)`,
    WALLS,
    rounds,
  );
  const relative = (round: Round) => round.product / round.bare;
  const share = median(after.map(relative)) / median(empty.map(relative));
  const rates = `${median(after.map((r) => r.product)).toFixed(0)} after ${median(empty.map((r) => r.product)).toFixed(0)} per second`;
  return {
    name: `at least 85 % of the empty tables' rate at ${count}`,
    value: `${(share * 100).toFixed(0)} % in relation to the bare server, ${rates}`,
    met: share >= 0.85,
  };
}

async function memory(bench: Bench): Promise<Goal> {
  const mb = (await bench.memoryMax()) / 1e6;
  return { name: 'peak memory of the server below 300 MB', value: `${mb.toFixed(0)} MB`, met: mb < 300 };
}

interface Bench {
  database: Database;
  run: (mode: Mode, plan: { walls: string[]; rate?: number }) => Promise<LoadResult>;
  /** Throws unless every acknowledged transaction is stored once and both proofs are empty. */
  prove: () => Promise<void>;
  memoryMax: () => Promise<number>;
  close: () => Promise<void>;
}

async function openBench(seconds: number): Promise<Bench> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-bench-'));
  await chmod(folder, 0o755);
  const embedded = await startEmbedded(folder);
  const children: ChildProcess[] = [];
  const close = async () => {
    for (const child of children) if (child.connected) child.send('stop');
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const start = (file: string, ...args: string[]) => {
    const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
    const child = fork(path.join(import.meta.dirname, file), args, { stdio, execArgv: SERVER_FLAGS });
    children.push(child);
    return child;
  };
  const startServer = async (mode: Mode) => {
    const child = start('intake-server.ts', mode, embedded.url);
    return { child, ...(await answerOf<{ port: number }>(child)) };
  };
  try {
    await migrate(embedded.url);
    const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
    await insertMembers(database);
    const servers = {
      product: await startServer('product'),
      single: await startServer('single'),
      bare: await startServer('bare'),
    };
    const load = start('intake-load.ts');
    return {
      ...benchOn(database, servers, load, seconds),
      close: () => database.destroy().then(close),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Servers = Record<Mode, { child: ChildProcess; port: number }>;

function benchOn(
  database: Database,
  servers: Servers,
  load: ChildProcess,
  seconds: number,
): Omit<Bench, 'close'> {
  return {
    database,
    run: async (mode, { walls, rate }) => {
      const before = await totals(database);
      const plan: LoadPlan = {
        port: servers[mode].port,
        connections: CONNECTIONS,
        seconds,
        walls,
        members: MEMBERS,
        rate,
        duplicates: DUPLICATES,
        calls: Math.ceil(rate ? rate * seconds : CALLS_PER_SECOND_MAX * seconds),
      };
      const answer = answerOf<LoadResult>(load);
      load.send(plan);
      const result = await answer;
      if (mode !== 'bare') check(result, before, await totals(database));
      return result;
    },
    prove: async () => {
      const differences = [...(await proveLedger(database)), ...(await proveEarning(database))];
      if (differences.length > 0) throw new Error(`The audit found:\n${differences.slice(0, 10).join('\n')}`);
      console.log(
        '  proven: acknowledged = credited once = task = transfer = balance; both audits are empty',
      );
    },
    memoryMax: async () => {
      const answer = answerOf<{ rssBytesMax: number }>(servers.product.child);
      servers.product.child.send('memory');
      return (await answer).rssBytesMax;
    },
  };
}

interface Totals {
  transactions: number;
  points: number;
}

async function totals(database: Database): Promise<Totals> {
  const { rows } = await sql<{ points: string }>`select sum(points) as points from users`.execute(database);
  return { transactions: await countTransactions(database), points: Number(rows[0]?.points) };
}

/** Throws unless each distinct call was acknowledged once, is stored once and moved its points once. */
function check({ answers, transactions }: LoadResult, before: Totals, after: Totals): void {
  const { '200 ok': ok = 0, '200 duplicate': _duplicates, ...others } = answers;
  const credited = after.transactions - before.transactions;
  const moved = (after.points - before.points) / POINTS;
  if (
    ok !== transactions ||
    credited !== transactions ||
    moved !== transactions ||
    Object.keys(others).length
  ) {
    throw new Error(
      `${transactions} transactions were sent, ${ok} acknowledged, ${credited} stored, ${moved} paid; other answers: ${JSON.stringify(others)}`,
    );
  }
}

async function answerOf<T>(child: ChildProcess): Promise<T> {
  const first = new AbortController();
  const { signal } = first;
  try {
    const [answer] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(([code]) => {
        throw new Error(`a process of the measurement ended with ${code}`);
      }),
    ]);
    return answer as T;
  } finally {
    first.abort();
  }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
}
