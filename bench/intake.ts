import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { insertMembers } from './intake-data.ts';
import type { LoadResult } from './intake-load.ts';
import {
  answerOf,
  type Child,
  CONNECTIONS,
  DUPLICATES,
  type Goal,
  median,
  printGoals,
  sendAndCheck,
  sendCalls,
  startLoad,
  startServer,
} from './intake-site.ts';
import { MEMBERS, WALLS } from './intake-wall.ts';

const SECONDS = 4;
const ROUNDS = 5;
const MODES = ['product', 'single', 'bare'] as const;
type Mode = (typeof MODES)[number];

/**
 * `npm run bench -- intake [--rounds=N] [--seconds=N]`: credited postbacks per second, and what they cost. All
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
    goals.push(await memory(bench));
    return printGoals(goals);
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

async function memory(bench: Bench): Promise<Goal> {
  const mb = (await bench.memoryMax()) / 1e6;
  return { name: 'peak memory of the server below 300 MB', value: `${mb.toFixed(0)} MB`, met: mb < 300 };
}

interface Bench {
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
  const children: Child[] = [];
  const close = async () => {
    await Promise.all(children.map((child) => child.stop()));
    await embedded.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const startServerOf = async (mode: Mode) => {
    const server = await startServer(mode, embedded.url);
    children.push(server);
    return server;
  };
  try {
    await migrate(embedded.url);
    const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
    await insertMembers(database);
    const servers = {
      product: await startServerOf('product'),
      single: await startServerOf('single'),
      bare: await startServerOf('bare'),
    };
    const load = startLoad();
    children.push(load);
    return {
      ...benchOn(database, servers, load, seconds),
      close: () => database.destroy().then(close),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

type Servers = Record<Mode, Child & { port: number }>;

function benchOn(database: Database, servers: Servers, load: Child, seconds: number): Omit<Bench, 'close'> {
  return {
    run: (mode, plan) => {
      const run = { ...plan, port: servers[mode].port, seconds, members: MEMBERS };
      return mode === 'bare' ? sendCalls(load, run) : sendAndCheck(load, database, run);
    },
    prove: async () => {
      const differences = [...(await proveLedger(database)), ...(await proveEarning(database))];
      if (differences.length > 0) throw new Error(`The audit found:\n${differences.slice(0, 10).join('\n')}`);
      console.log(
        '  proven: acknowledged = credited once = task = transfer = balance; both audits are empty',
      );
    },
    memoryMax: async () => {
      const answer = answerOf<{ rssBytesMax: number }>(servers.product.process);
      servers.product.process.send('memory');
      return (await answer).rssBytesMax;
    },
  };
}
