import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import SERVER_FLAGS from '#scripts/server-flags.json' with { type: 'json' };
import { countTransactions, newestTransaction } from './intake-data.ts';
import type { LoadPlan, LoadResult } from './intake-load.ts';
import { POINTS, WALLS } from './intake-wall.ts';

/** Servers, databases and load of the benches that send postbacks. */

export const CONNECTIONS = 128;
export const DUPLICATES = 0.1;
/** A child that has not ended by then is killed, and the bench fails. */
const STOP_MS = 30_000;
/** More than the fastest machine sends within the seconds of a run. */
const CALLS_PER_SECOND_MAX = 25_000;

export interface Child {
  process: ChildProcess;
  stop: () => Promise<void>;
}

/** Starts a server of `intake-server.ts` for the database at `url`. */
export async function startServer(mode: string, url: string): Promise<Child & { port: number }> {
  const child = startChild('intake-server.ts', mode, url);
  return { ...child, ...(await answerOf<{ port: number }>(child.process)) };
}

export const startLoad = (): Child => startChild('intake-load.ts');

function startChild(file: string, ...args: string[]): Child {
  const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
  const child = fork(path.join(import.meta.dirname, file), args, { stdio, execArgv: SERVER_FLAGS });
  return {
    process: child,
    stop: async () => {
      if (child.connected) child.send('stop');
      if (child.exitCode !== null) return;
      const slow = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      const [, signal] = await once(child, 'exit');
      clearTimeout(slow);
      if (signal) throw new Error(`${file} ${args[0] ?? ''} did not end when told`);
    },
  };
}

/** What a run sends; `rate` in calls per second, without it as fast as the responses come, up to `callsPerSecondMax`. */
export type RunPlan = Pick<LoadPlan, 'port' | 'seconds' | 'members'> & {
  walls?: string[];
  rate?: number;
  callsPerSecondMax?: number;
};

export async function sendCalls(
  load: Child,
  { walls = WALLS, rate, seconds, callsPerSecondMax = CALLS_PER_SECOND_MAX, ...plan }: RunPlan,
): Promise<LoadResult> {
  const calls = Math.ceil((rate ?? callsPerSecondMax) * seconds);
  const answer = answerOf<LoadResult>(load.process);
  load.process.send({
    ...{ ...plan, walls, rate, seconds, calls },
    ...{ connections: CONNECTIONS, duplicates: DUPLICATES },
  } satisfies LoadPlan);
  return answer;
}

/** Sends calls to a server of this database. Throws unless each distinct call is stored once and moved its points once. */
export async function sendAndCheck(load: Child, database: Database, plan: RunPlan): Promise<LoadResult> {
  const newest = await newestTransaction(database);
  const before = await sumPoints(database);
  const result = await sendCalls(load, plan);
  const { '200 ok': ok = 0, '200 duplicate': _duplicates, ...others } = result.answers;
  const { transactions: sent } = result;
  const credited = await countTransactions(database, newest);
  const moved = ((await sumPoints(database)) - before) / POINTS;
  if (ok !== sent || credited !== sent || moved !== sent || Object.keys(others).length > 0)
    throw new Error(
      `${sent} transactions were sent, ${ok} acknowledged, ${credited} stored, ${moved} paid; other answers: ${JSON.stringify(others)}`,
    );
  return result;
}

/** It reads all members, which may be millions. */
async function sumPoints(database: Database): Promise<number> {
  return database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    const { rows } = await sql<{ points: string }>`select sum(points) as points from users`.execute(
      connection,
    );
    await sql`reset statement_timeout`.execute(connection);
    return Number(rows[0]?.points);
  });
}

/** The next message of the process. Throws if it ends instead. */
export async function answerOf<T>(child: ChildProcess): Promise<T> {
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

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = 0, high = 0] = sorted.length % 2 ? [sorted[middle], sorted[middle]] : sorted.slice(middle - 1);
  return (low + high) / 2;
}

export interface Goal {
  name: string;
  value: string;
  met: boolean;
}

/** Prints the goals and returns whether all were met. */
export function printGoals(goals: Goal[]): boolean {
  console.log('\nGoals');
  for (const { name, value, met } of goals) console.log(`  ${met ? 'met   ' : 'MISSED'}  ${name}: ${value}`);
  return goals.every(({ met }) => met);
}
