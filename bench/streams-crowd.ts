import { type ChildProcess, fork, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import SERVER_FLAGS from '#scripts/server-flags.json' with { type: 'json' };
import { openFilesMax, streamsMax } from '#server/live/streams.ts';
import { temporaryFolder } from '#testing/process.ts';
import { insertMembers } from './intake-data.ts';
import type { LoadPlan, LoadResult } from './intake-load.ts';
import type { ServerState } from './intake-server.ts';
import { MEMBERS, WALLS } from './intake-wall.ts';
import type { Goal } from './streams-endurance.ts';
import type { Delivery, PagesOrder } from './streams-pages.ts';

const PAGES = 20_000;
/** The intake at full load, measured before there are pages. */
const LOAD = { connections: 128, seconds: 4, calls: 60_000, duplicates: 0.1, members: MEMBERS };
const MEMORY_MB_MAX = 400;
const DELIVERY_MS_MAX = 1_000;
const DELAY_MS_P99_MAX = 20;
/** What a stop gives to requests and streams (server/main.ts). */
const STOP_MS_MAX = 7_000;

/**
 * Pages of a process by the thousands, against the whole server: what they cost in memory, how long a credit takes from
 * the reply to its wall until it is on the page, what heartbeats do to the event loop, and how they end. Server, database,
 * pages and walls share this machine. Throws unless each page had each event once and the audits are empty.
 */
export async function measureCrowd(args: string[]): Promise<Goal[]> {
  const wanted = Number(args.find((arg) => arg.startsWith('--pages='))?.split('=')[1] ?? PAGES);
  const count = Math.min(wanted, streamsMax(openFilesMax()));
  const bench = await openBench();
  try {
    const { server, database } = bench;
    const full = await fullLoad(bench);
    const idle = await state(server);
    console.log(
      `\n${count} pages${count < wanted ? `, as ${openFilesMax()} open files allow no more` : ''}; the intake takes ${full.toFixed(0)} credits per second`,
    );
    const first = await bench.openPages('first', Math.min(MEMBERS, count));
    const atHalfLoad = await deliver(bench, first, full / 2, 'at half load of the intake');
    await deliver(bench, first, undefined, 'as fast as the replies come');
    const others = count > MEMBERS ? [await bench.openPages('second', count - MEMBERS)] : [];
    const all = [first, ...others];
    const beating = await heartbeats(bench, all, count);
    const perPage = (beating.rssBytes - idle.rssBytes) / count;
    const peakMb = beating.rssBytesMax / 1e6;
    const expectedMb = peakMb + (perPage * (wanted - count)) / 1e6;
    console.log(
      `memory: ${(idle.rssBytes / 1e6).toFixed(0)} MB without pages, ${(beating.rssBytes / 1e6).toFixed(0)} MB with them, ${perPage.toFixed(0)} bytes each, at most ${peakMb.toFixed(0)} MB`,
    );
    await prove(database);
    const stopMs = await stop(bench, all);
    return [
      {
        name: `${wanted} pages within ${MEMORY_MB_MAX} MB`,
        value:
          count < wanted
            ? `${peakMb.toFixed(0)} MB at most with ${count}, ${expectedMb.toFixed(0)} MB expected with ${wanted}`
            : `${peakMb.toFixed(0)} MB at most`,
        met: expectedMb < MEMORY_MB_MAX,
      },
      {
        name: `${Math.min(MEMBERS, count)} credits on as many pages within a second of the reply, at half load`,
        value: `${atHalfLoad.msMax.toFixed(0)} ms at most`,
        met: atHalfLoad.msMax < DELIVERY_MS_MAX,
      },
      {
        name: `delay of the event loop below ${DELAY_MS_P99_MAX} ms (p99) in a round of heartbeats`,
        value: `${beating.delayMsP99.toFixed(1)} ms`,
        met: beating.delayMsP99 < DELAY_MS_P99_MAX,
      },
      {
        name: `all pages ended within ${STOP_MS_MAX / 1_000} s of the stop`,
        value: `${stopMs.toFixed(0)} ms`,
        met: stopMs < STOP_MS_MAX,
      },
    ];
  } finally {
    await bench.close();
  }
}

interface Bench {
  database: Database;
  server: ChildProcess;
  load: ChildProcess;
  port: number;
  /** A process with a page for each of the first `count` members, in a session of its own. */
  openPages: (session: 'first' | 'second', count: number) => Promise<ChildProcess>;
  close: () => Promise<void>;
}

async function openBench(): Promise<Bench> {
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path);
  const children: ChildProcess[] = [];
  const start = (file: string, ...args: string[]) => {
    const stdio: StdioOptions = ['ignore', 'ignore', 'inherit', 'ipc'];
    const child = fork(path.join(import.meta.dirname, file), args, { stdio, execArgv: SERVER_FLAGS });
    children.push(child);
    return child;
  };
  const close = async () => {
    for (const child of children) if (child.exitCode === null) child.kill('SIGKILL');
    await Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    await embedded.stop();
    await folder.remove();
  };
  try {
    await migrate(embedded.url);
    const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
    await insertMembers(database);
    for (const session of ['first', 'second']) await insertSessions(database, session);
    const server = start('intake-server.ts', 'product', embedded.url);
    const { port } = await answerOf<{ port: number }>(server);
    return {
      database,
      server,
      load: start('intake-load.ts'),
      port,
      openPages: async (prefix, count) => {
        const pages = start('streams-pages.ts');
        const started = performance.now();
        await order(pages, { do: 'open', port, prefix, from: 0, count });
        const seconds = (performance.now() - started) / 1_000;
        console.log(`${count} pages opened, ${(count / seconds).toFixed(0)} per second`);
        return pages;
      },
      close: () => database.destroy().then(close),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A session of each member, whose token is the given word and the member's number. */
async function insertSessions(database: Database, word: string): Promise<void> {
  await sql`insert into sessions (id, user_id, expires_at, ip, user_agent)
    select encode(sha256(convert_to(${word} || substring(email from '^member([0-9]+)@'), 'UTF8')), 'hex'), id,
      now() + interval '1 day', '127.0.0.1', 'bench' from users`.execute(database);
}

/** Credits per second without pages. */
async function fullLoad({ load, port }: Bench): Promise<number> {
  const plan: LoadPlan = { ...LOAD, port, walls: WALLS, rate: undefined };
  const { answered, seconds } = await ask<LoadResult>(load, plan);
  return answered / seconds;
}

async function deliver(
  { server }: Bench,
  pages: ChildProcess,
  rate: number | undefined,
  when: string,
): Promise<Delivery> {
  await state(server);
  const delivery = await order<Delivery>(pages, { do: 'credit', rate });
  const { delayMsMax } = await state(server);
  console.log(
    `a credit for each page ${when}: ${delivery.rate.toFixed(0)} per second, on the page after ${delivery.p50Ms.toFixed(0)} ms (p50),`,
    `${delivery.p99Ms.toFixed(0)} ms (p99), ${delivery.msMax.toFixed(0)} ms at most; the event loop waited ${delayMsMax.toFixed(0)} ms at most`,
  );
  return delivery;
}

/** Waits for a heartbeat on every page. */
async function heartbeats({ server }: Bench, pages: ChildProcess[], count: number): Promise<ServerState> {
  await state(server);
  await Promise.all(pages.map((process) => order(process, { do: 'beats', count: 1 })));
  const measured = await state(server);
  console.log(
    `a round of ${count} heartbeats: the event loop waited ${measured.delayMsP99.toFixed(1)} ms (p99), ${measured.delayMsMax.toFixed(0)} ms at most`,
  );
  return measured;
}

/** Returns the milliseconds until every page has ended and the server is gone. */
async function stop({ server }: Bench, pages: ChildProcess[]): Promise<number> {
  const ended = Promise.all(pages.map((process) => order<{ perSecond: number[] }>(process, { do: 'ends' })));
  const gone = once(server, 'exit');
  const started = performance.now();
  server.send('stop');
  const perSecond = (await ended).map((pages) => pages.perSecond);
  await gone;
  const ms = performance.now() - started;
  const seconds = Math.max(...perSecond.map(({ length }) => length));
  const most = Math.max(
    ...Array.from({ length: seconds }, (_, at) =>
      perSecond.reduce((sum, counts) => sum + (counts[at] ?? 0), 0),
    ),
  );
  console.log(
    `stop: all pages ended and the server gone after ${ms.toFixed(0)} ms; browsers come back over ${seconds} s, at most ${most} in one`,
  );
  return ms;
}

async function prove(database: Database): Promise<void> {
  const differences = [...(await proveLedger(database)), ...(await proveEarning(database))];
  if (differences.length > 0) throw new Error(`The audit found:\n${differences.slice(0, 10).join('\n')}`);
  console.log('proven: each page had each of its events once; both audits are empty');
}

const state = (server: ChildProcess) => ask<ServerState>(server, 'state');
const order = <T = object>(pages: ChildProcess, what: PagesOrder) => ask<T>(pages, what);

function ask<T>(child: ChildProcess, question: object | string): Promise<T> {
  const answer = answerOf<T>(child);
  child.send(question);
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
