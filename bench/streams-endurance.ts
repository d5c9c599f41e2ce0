import { Agent, type ClientRequest, get, type IncomingMessage } from 'node:http';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Hono } from 'hono';
import pino from 'pino';
import { liveRoutes } from '#server/http/api/live.ts';
import type { Env } from '#server/http/frame/env.ts';
import { listen } from '#server/http/frame/listen.ts';
import { openStreams, type Streams } from '#server/live/streams.ts';

/** By default; `--streams=`, `--heartbeats=`, `--events=` and `--opened=` set others. */
const STREAMS = 1_000;
const HEARTBEATS = 1_000_000;
const EVENTS = 500_000;
const OPENED = 20_000;
/** Of the real one, which is 20 seconds: as often as the process can. */
const HEARTBEAT_MS = 1;
/** Streams that are opened or closed at the same time. */
const AT_ONCE = 20;
const WAIT_MS = 2;
/** The memory that a heartbeat or an event, and a stream that has ended, may leave behind. */
const BYTES_KEPT_MAX = 2;
const BYTES_KEPT_OF_STREAM_MAX = 200;

export interface Goal {
  name: string;
  value: string;
  met: boolean;
}

/**
 * The memory that heartbeats and events leave behind while their streams stay open, and that streams leave behind which
 * have ended. The heartbeats are those of the server's one timer; server and readers are one process, so what either keeps
 * is seen. Throws if a stream ended or missed its last event.
 */
export async function measureEndurance(args: string[]): Promise<Goal[]> {
  const number = (name: string, fallback: number) =>
    Number(args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback);
  const [count, heartbeats, events, opened] = [
    number('streams', STREAMS),
    number('heartbeats', HEARTBEATS),
    number('events', EVENTS),
    number('opened', OPENED),
  ];
  setFlagsFromString('--expose_gc');
  const collect: () => void = runInNewContext('gc');
  const site = await openSite();
  const memory = async () => {
    for (let n = 0; n < 100; n += 1) await turn();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  /** Bytes kept for each of `total` of what `work` does; a tenth goes before, which fills what is filled once. */
  const kept = async (what: string, total: number, work: (times: number) => Promise<void>) => {
    await work(total / 10);
    const before = await memory();
    const started = performance.now();
    await work(total);
    const seconds = (performance.now() - started) / 1_000;
    const after = await memory();
    const each = (after - before) / total;
    console.log(
      `${total} ${what} in ${seconds.toFixed(0)} s: ${mebibytes(before)} before, ${mebibytes(after)} after,`,
      `kept per one ${each.toFixed(2)} bytes`,
    );
    return each;
  };
  const ended =
    opened &&
    (await kept('streams opened and ended', opened, async (times) => {
      for (let n = 0; n < times; n += AT_ONCE) {
        const batch = await Promise.all(Array.from({ length: AT_ONCE }, () => site.open('guest')));
        for (const { leave } of batch) leave();
        while (site.streams.of('guest').length > 0) await pause(WAIT_MS);
      }
    }));
  const readers: Reader[] = [];
  for (let n = 0; n < count; n += AT_ONCE) {
    const batch = Array.from({ length: Math.min(AT_ONCE, count - n) }, (_, at) => site.open(`m${n + at}`));
    readers.push(...(await Promise.all(batch)));
  }

  const heartbeat = await kept(`heartbeats of ${count} streams`, heartbeats, async (times) => {
    const until = site.beats() + times;
    while (site.beats() < until) await pause(WAIT_MS);
  });
  let told = 0;
  const event = await kept(`events of ${count} streams`, events, async (times) => {
    for (let n = 0; n < times / count; n += 1) {
      told += 1;
      for (const { memberId } of readers) {
        site.streams.tell(memberId, [{ type: 'balance', data: { points: told, change: 1 } }]);
      }
      await turn();
    }
  });
  for (const reader of readers) {
    await reader.reads(`"points":${told},`);
    if (site.streams.of(reader.memberId).length !== 1) throw new Error('a stream has ended');
  }
  await site.close();
  const goal = (what: string, max: number, bytes: number) => ({
    name: `${what} leaves less than ${max} bytes behind`,
    value: `${bytes.toFixed(2)} bytes`,
    met: bytes < max,
  });
  return [
    goal('a heartbeat', BYTES_KEPT_MAX, heartbeat),
    goal('an event', BYTES_KEPT_MAX, event),
    ...(opened ? [goal('a stream that has ended', BYTES_KEPT_OF_STREAM_MAX, ended)] : []),
  ];
}

const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

interface Reader {
  memberId: string;
  /** Resolves when the newest piece has the text. */
  reads: (text: string) => Promise<void>;
  leave: () => void;
}

interface Site {
  streams: Streams;
  /** Heartbeats of all streams together, told by the checks of their sessions, which are as many. */
  beats: () => number;
  open: (memberId: string) => Promise<Reader>;
  close: () => Promise<void>;
}

/** A server of streams only, for anyone who names a member. */
async function openSite(): Promise<Site> {
  let beats = 0;
  const all = async (ids: string[]) => {
    beats += ids.length;
    return new Set(ids);
  };
  const streams = openStreams(all, pino({ level: 'error' }), { heartbeatMs: HEARTBEAT_MS });
  let sessions = 0;
  const app = new Hono<Env>();
  app.use((c, next) => {
    sessions += 1;
    const id = c.req.header('x-member') ?? '';
    c.set('request', { sessionToken: String(sessions) } as Env['Variables']['request']);
    c.set('member', {
      id,
      isAdmin: false,
      staffRole: null,
      hasTwoFactor: false,
      lacksPasskey: false,
      isFresh: true,
      staffSite: null,
    });
    return next();
  });
  liveRoutes(app, { streams });
  const fetch = (request: Request, bindings?: unknown) => app.fetch(request, bindings as never);
  const listening = await listen(
    { direct: () => false, fetch, endStreams: () => streams.endAll() },
    ['127.0.0.1'],
    0,
  );
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const address = { host: '127.0.0.1', port: listening.port, path: '/api/events', agent };
  return {
    streams,
    beats: () => beats,
    open: (memberId) =>
      new Promise((resolve, reject) => {
        const request = get({ ...address, headers: { 'x-member': memberId } }, (answer) =>
          resolve(readerOf(memberId, request, answer)),
        ).on('error', reject);
      }),
    close: async () => {
      streams.close();
      await listening.stop();
    },
  };
}

function readerOf(memberId: string, request: ClientRequest, answer: IncomingMessage): Reader {
  let newest = '';
  let awaited: { text: string; resolve: () => void } | undefined;
  const look = () => awaited && newest.includes(awaited.text) && awaited.resolve();
  answer.setEncoding('utf8').on('data', (piece: string) => {
    // Heartbeats follow each event.
    if (/event: (?!beat)/.test(piece)) newest = piece;
    look();
  });
  answer.on('error', () => {});
  return {
    memberId,
    reads: (text) =>
      new Promise((resolve) => {
        awaited = { text, resolve };
        look();
      }),
    leave: () => request.destroy(),
  };
}
