import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { TASKS_PAGE_MAX } from '#contract/tasks.values.ts';
import { createDatabase, createPool } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import SERVER_FLAGS from '#scripts/server-flags.json' with { type: 'json' };
import { readConfig } from '#server/config/config.ts';
import { runProofs } from '#server/ops/run-proofs.ts';
import { temporaryFolder } from '#testing/process.ts';
import { postmasterOf, withCpu } from './cpu.ts';
import { WALLS } from './intake-wall.ts';
import { insertReads, type ReadsData, type Visitor } from './reads-data.ts';
import type { ReadsPlan, ReadsResult } from './reads-load.ts';

const CONNECTIONS = 32;
const SECONDS = 1.5;
const ROUNDS = 5;

interface Call {
  name: string;
  path: (visitor: Visitor) => string;
  /** Throws or returns false if the body is not what the database holds. */
  isRight: (body: never, visitor: Visitor) => boolean;
  /** The least share of the rate of /healthz. */
  goal?: number;
  /** Who makes it; the ordinary members unless told otherwise. */
  by?: 'busiest' | 'admin';
  server?: 'bare';
}

interface Row {
  id: string;
}

const isTasksPage = (rows: Row[], all: string[]) =>
  isDeepStrictEqual(
    rows.map(({ id }) => id),
    all.slice(0, TASKS_PAGE_MAX),
  );
const isUser = (user: { id: string; points: number }, { id, points }: Visitor) =>
  user.id === id && user.points === points;
const isStatement = (entries: { balance: number | null }[], { points }: Visitor) =>
  entries.find(({ balance }) => balance !== null)?.balance === points;
const areTotals = ({ count }: { count: number }, { completed }: Visitor) => count === completed;

const HEALTH: Call = {
  name: '/healthz',
  path: () => '/healthz',
  isRight: (body: string) => body.startsWith('ok '),
};
const CALLS: Call[] = [
  { name: '/api/user', path: () => '/api/user', isRight: isUser, goal: 0.35 },
  {
    name: '/api/tasks',
    path: () => '/api/tasks',
    isRight: (rows: Row[], { tasks }) => isTasksPage(rows, tasks),
    goal: 0.25,
  },
  {
    name: '/api/walls',
    path: () => '/api/walls',
    isRight: (walls: Row[]) => WALLS.every((wall) => walls.some(({ id }) => id === wall)),
    goal: 0.25,
  },
  {
    name: '/api/redemptions',
    path: () => '/api/redemptions',
    isRight: (rows: Row[], { redemptions }) =>
      isDeepStrictEqual(
        rows.map(({ id }) => id),
        redemptions,
      ),
    goal: 0.25,
  },
  {
    name: '/api/tasks?before',
    path: ({ tasks }) => `/api/tasks?before=${tasks[4]}`,
    isRight: (rows: Row[], { tasks }) => isTasksPage(rows, tasks.slice(5)),
    goal: 0.25,
  },
  { name: '/api/tasks/totals', path: () => '/api/tasks/totals', isRight: areTotals, goal: 0.25 },
  { name: '/api/statement', path: () => '/api/statement', isRight: isStatement, goal: 0.25 },
  {
    name: '/api/tasks/{id}/timeline',
    path: ({ tasks }) => `/api/tasks/${tasks[0]}/timeline`,
    isRight: ({ events }: { events: { kind: string }[] }) => events.some(({ kind }) => kind === 'credited'),
    goal: 0.25,
  },
  {
    name: '/api/site',
    path: () => '/api/site',
    isRight: ({ productName }: { productName: string }) => productName === 'Pocketful',
    goal: 0.7,
  },
  {
    name: '/api/admin/users',
    path: () => '/api/admin/users?order=created&direction=desc&limit=26',
    isRight: (rows: Row[]) => rows.length === 26,
    by: 'admin',
  },
  { name: '/api/user, 100,000 tasks', path: () => '/api/user', isRight: isUser, by: 'busiest' },
  {
    name: '/api/tasks, 100,000 tasks',
    path: () => '/api/tasks',
    isRight: (rows: Row[], { tasks }) => isTasksPage(rows, tasks),
    by: 'busiest',
  },
  { name: '/api/statement, 100,000', path: () => '/api/statement', isRight: isStatement, by: 'busiest' },
  { name: '/api/tasks/totals, 100,000', path: () => '/api/tasks/totals', isRight: areTotals, by: 'busiest' },
  {
    name: 'bare, one statement',
    path: ({ id }) => `/one/${id}`,
    isRight: ({ points }: { points: number }, visitor) => points === visitor.points,
    server: 'bare',
  },
  {
    name: 'bare, two statements',
    path: ({ id }) => `/two/${id}`,
    isRight: ({ points }: { points: number }, visitor) => points === visitor.points,
    server: 'bare',
  },
];

/**
 * `npm run bench -- reads [--rounds=N] [--seconds=N] [--only=<part of a call's name>]`: what members' screens read, per
 * second and as a share of /healthz, which does nothing, over keep-alive connections to the real server, on a site of
 * 20,000 members with 300,000 tasks. The calls alternate, so that other work on this machine slows each of them; the
 * figures are medians of the rounds. Returns whether every goal was met. Throws if a response was wrong or a point is
 * not accounted for.
 */
export async function benchReads(args: string[]): Promise<boolean> {
  const given = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  const [rounds, seconds] = [Number(given('rounds') ?? ROUNDS), Number(given('seconds') ?? SECONDS)];
  const calls = CALLS.filter(({ name }) => name.includes(given('only') ?? ''));
  const bench = await openBench();
  try {
    console.log(
      `${CONNECTIONS} connections, a member each, ${rounds} rounds of ${seconds} s a call; load, server and database share this machine\n`,
    );
    const measured = new Map<Call, Measured[]>([HEALTH, ...calls].map((call) => [call, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [call, figures] of measured) figures.push(await bench.measure(call, seconds));
    }
    const missed: string[] = [];
    const table: Record<string, Record<string, string>> = {};
    for (const [call, figures] of measured) {
      const shares = figures.map(
        ({ perSecond }, round) => perSecond / (measured.get(HEALTH)?.[round]?.perSecond ?? 0),
      );
      const share = median(shares);
      const perSecond = median(figures.map((each) => each.perSecond));
      const { p99Ms } = await bench.measure(call, seconds, perSecond / 2);
      if (call.goal && share < call.goal) missed.push(call.name);
      table[call.name] = {
        'per s': perSecond.toFixed(0),
        share: share.toFixed(2),
        rounds: `${Math.min(...shares).toFixed(2)} to ${Math.max(...shares).toFixed(2)}`,
        goal: call.goal ? `${call.goal} ${share < call.goal ? 'MISSED' : 'met'}` : '',
        'p99 ms at half load': p99Ms.toFixed(1),
        'µs in Node': median(figures.map((each) => each.nodeMicros)).toFixed(0),
        'µs in PostgreSQL': median(figures.map((each) => each.postgresMicros)).toFixed(0),
      };
    }
    console.table(table);
    await bench.prove();
    console.log('Every response was the right one.');
    console.log(missed.length === 0 ? 'All goals met.' : `MISSED: ${missed.join(', ')}`);
    return missed.length === 0;
  } finally {
    await bench.close();
  }
}

interface Measured {
  perSecond: number;
  p99Ms: number;
  /** Processor time per call, of the server and of all processes of PostgreSQL. */
  nodeMicros: number;
  postgresMicros: number;
}

interface Bench {
  /** Makes the call on every connection for some seconds, at `rate` a second. Throws if a response is wrong. */
  measure: (call: Call, seconds: number, rate?: number) => Promise<Measured>;
  /** Throws unless the audit is empty. */
  prove: () => Promise<void>;
  close: () => Promise<void>;
}

async function openBench(): Promise<Bench> {
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path);
  const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
  const children: ChildProcess[] = [];
  const start = (file: string, ...args: string[]) => {
    const child = fork(path.join(import.meta.dirname, file), args, {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: SERVER_FLAGS,
    });
    children.push(child);
    return child;
  };
  const close = async () => {
    for (const child of children) if (child.connected) child.send('stop');
    await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
    await database.destroy();
    await embedded.stop();
    await folder.remove();
  };
  try {
    await migrate(embedded.url);
    const server = start('intake-server.ts', 'product', embedded.url);
    const bare = start('reads-bare.ts', embedded.url);
    const servers = {
      product: { pid: server.pid ?? 0, port: await portOf(server) },
      bare: { pid: bare.pid ?? 0, port: await portOf(bare) },
    };
    const data = await insertReads(database, CONNECTIONS);
    const postmaster = await postmasterOf(database);
    const load = start('reads-load.ts');
    return {
      measure: async (call, seconds, rate) => {
        const { pid, port } = servers[call.server ?? 'product'];
        const calls = await Promise.all(
          callersOf(data, call).map((caller) => expectedOf(port, call, caller)),
        );
        const result = await withCpu({ server: pid, postmaster }, () =>
          ask<ReadsResult>(load, { port, seconds, calls, rate } satisfies ReadsPlan),
        );
        if (result.wrong !== undefined) throw new Error(`a response changed: ${result.wrong}`);
        return {
          perSecond: result.answered / result.seconds,
          p99Ms: result.p99Ms,
          nodeMicros: result.nodeMicros / result.answered,
          postgresMicros: result.postgresMicros / result.answered,
        };
      },
      prove: async () => {
        if ((await runProofs(database, readConfig({}))) !== 0) throw new Error('the audit is not empty');
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** One caller for each connection. */
function callersOf({ visitors, busiest, admin }: ReadsData, { by }: Call): Visitor[] {
  if (by === 'busiest') return visitors.map(() => busiest);
  return by === 'admin' ? visitors.map((visitor) => ({ ...visitor, cookie: admin })) : visitors;
}

/** Makes the call once and checks the response against the database. */
async function expectedOf(port: number, call: Call, visitor: Visitor): Promise<ReadsPlan['calls'][number]> {
  const address = call.path(visitor);
  const response = await fetch(`http://127.0.0.1:${port}${address}`, { headers: { Cookie: visitor.cookie } });
  const text = await response.text();
  const body: unknown = call === HEALTH ? text : JSON.parse(text);
  if (response.status !== 200 || !call.isRight(body as never, visitor)) {
    throw new Error(`${address} answered ${response.status} ${text.slice(0, 300)}`);
  }
  // The load generator reads bytes.
  const expected = `200 ${Buffer.from(text).toString('latin1')}`;
  return { path: address, cookie: visitor.cookie, expected };
}

const portOf = async (child: ChildProcess) => (await answerOf<{ port: number }>(child)).port;

async function ask<T>(child: ChildProcess, message: object): Promise<T> {
  const answer = answerOf<T>(child);
  child.send(message);
  return answer;
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
