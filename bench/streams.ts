import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { liveRoutes } from '#server/http/api/live.ts';
import type { Env } from '#server/http/frame/env.ts';
import type { Stream } from '#server/live/streams.ts';

const PIECES = 300_000;
/** Pieces sent between two turns of the event loop, so that they are written and read. */
const AT_ONCE = 100;
/** The memory that one piece may leave behind. */
const BYTES_KEPT_MAX = 2;

/** Measures the memory that each heartbeat and each event of an open stream leave behind. */
export async function benchStreams(): Promise<boolean> {
  setFlagsFromString('--expose_gc');
  const collect: () => void = runInNewContext('gc');
  let stream: Stream | undefined;
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('request', { sessionToken: 'x' } as Env['Variables']['request']);
    c.set('member', { id: 'robin', isAdmin: false, staffRole: null, hasTwoFactor: false, isFresh: true });
    return next();
  });
  const add = (added: Stream) => {
    stream = added;
    return () => undefined;
  };
  liveRoutes(app, { streams: { add } });
  const server = createServer(getRequestListener(app.fetch as never)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/events`;
  const answer = await new Promise<IncomingMessage>((resolve) => get(url, resolve));
  answer.resume();

  const kept = async (piece: () => void) => {
    const memory = async () => {
      for (let count = 0; count < 100; count += 1) await turn();
      collect();
      return process.memoryUsage().heapUsed;
    };
    const pass = async () => {
      for (let told = 0; told < PIECES; told += 1) {
        piece();
        if (told % AT_ONCE === 0) await turn();
      }
    };
    await pass();
    const before = await memory();
    await pass();
    return ((await memory()) - before) / PIECES;
  };
  const heartbeat = await kept(() => stream?.beat());
  const event = await kept(() => stream?.tell({ type: 'balance', data: { points: 1, change: 1 } }));
  console.log(
    `${PIECES} of each; bytes kept per heartbeat ${heartbeat.toFixed(2)}, per event ${event.toFixed(2)}`,
  );
  server.closeAllConnections();
  server.close();
  return heartbeat < BYTES_KEPT_MAX && event < BYTES_KEPT_MAX;
}
