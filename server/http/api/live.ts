import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { sessionId } from '#domain/members/index.ts';
import type { Env } from '#server/http/frame/env.ts';
import { refuseCrossSite, requireAccess } from '#server/http/frame/guards.ts';
import { takeConnection } from '#server/http/frame/listen.ts';
import type { Stream, Streams } from '#server/live/streams.ts';

/** Most bytes queued for a client that does not read; beyond it the connection is closed. */
export const BACKLOG_BYTES_MAX = 64 * 1024;
/** Time for the client to read an ended stream to its end. */
const END_MS = 2_000;

/** `GET /api/events`: events of the member as server-sent events. */
export function liveRoutes(
  app: Hono<Env>,
  { streams }: { streams: Pick<Streams, 'requirePlace' | 'add' | 'remove'> },
): void {
  app.get('/api/events', (c) => {
    refuseCrossSite(c);
    requireAccess({ access: 'member' }, c.var.member);
    c.header('Content-Type', 'text/event-stream');
    c.header('Cache-Control', 'no-store');
    c.header('X-Accel-Buffering', 'no');
    // A HEAD request would never end its stream.
    if (c.req.method === 'HEAD') return c.body(null);
    c.header('Transfer-Encoding', 'chunked');
    c.header('Connection', 'close');
    const owner = {
      memberId: c.var.member?.id ?? '',
      sessionId: sessionId(c.var.request.sessionToken ?? ''),
    };
    streams.requirePlace(owner);
    const { outgoing } = c.env as unknown as HttpBindings;
    return c.body(afterHead(() => openStream(takeConnection(outgoing), owner, streams)));
  });
}

/** An empty body that does `work` when the headers have been sent. */
const afterHead = (work: () => void) =>
  new ReadableStream(
    {
      pull: (controller) => {
        work();
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );

/** Writes to the connection itself, in the chunks of HTTP/1.1. Closes that of a client that does not read. */
function openStream(
  socket: Socket,
  owner: Pick<Stream, 'memberId' | 'sessionId'>,
  streams: Pick<Streams, 'add' | 'remove'>,
): void {
  const stream: Stream = {
    ...owner,
    send: (text) => {
      socket.write(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
      if (socket.writableLength <= BACKLOG_BYTES_MAX) return;
      streams.remove(stream);
      socket.destroy();
    },
    end: () => {
      socket.end('0\r\n\r\n');
      setTimeout(() => socket.destroy(), END_MS).unref();
    },
  };
  socket.on('close', () => streams.remove(stream));
  socket.on('error', hangUp);
  socket.on('end', hangUp);
  // A client has nothing more to say.
  socket.on('data', hangUp);
  streams.add(stream);
}

/** One function for all streams, as each has a listener of it. */
function hangUp(this: Socket): void {
  this.destroy();
}
