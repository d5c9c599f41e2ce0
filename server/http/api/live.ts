import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { sessionId } from '#domain/members/index.ts';
import type { Env } from '#server/http/frame/env.ts';
import { requireAccess } from '#server/http/frame/guards.ts';
import type { Streams } from '#server/live/streams.ts';

/** What may wait for a client that does not read; beyond it the connection is closed. */
export const BACKLOG_BYTES_MAX = 64 * 1024;
/** A stream that ends gets this long to be read to its end. */
const END_MS = 2_000;
/** How soon a browser comes back after an end; and after one that made place for newer streams of the same person. */
const RETRY_MS = 3_000;
const CROWDED_RETRY_MS = 60_000;

const bytes = (text: string) => new TextEncoder().encode(text);
const message = (type: string, data: object) => bytes(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
const retry = (ms: number) => bytes(`retry: ${ms}\n\n`);
const HEARTBEAT = bytes(': still here\n\n');

/** `GET /api/events`: what happens to the member, as server-sent events. */
export function liveRoutes(app: Hono<Env>, { streams }: { streams: Pick<Streams, 'add'> }): void {
  app.get('/api/events', (c) => {
    requireAccess({ access: 'member' }, c.var.member);
    c.header('Content-Type', 'text/event-stream');
    c.header('Cache-Control', 'no-cache');
    c.header('X-Accel-Buffering', 'no');
    // Nobody would read such a stream, nor ever leave it.
    if (c.req.method === 'HEAD') return c.body(null);
    c.header('Transfer-Encoding', 'chunked');
    const { body, send, end } = openBody((c.env as unknown as HttpBindings).outgoing, () => leave());
    const leave = streams.add({
      memberId: c.var.member?.id ?? '',
      sessionId: sessionId(c.var.request.sessionToken ?? ''),
      tell: ({ type, data }) => send(message(type, data)),
      beat: () => send(HEARTBEAT),
      end: (why) => {
        if (why === 'crowded') send(retry(CROWDED_RETRY_MS));
        end();
      },
    });
    send(retry(RETRY_MS));
    send(message('open', {}));
    return c.body(body);
  });
}

/**
 * A body that is written as things happen: straight to the connection, because a stream that the server's library passes
 * on leaves a promise behind for each piece. What a client does not read is bounded: its connection is closed then.
 * `onLeave` follows the end of the connection, whoever ended it.
 */
function openBody(outgoing: HttpBindings['outgoing'], onLeave: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  /** What is sent before the headers are; undefined afterwards. */
  let early: Uint8Array[] | undefined = [];
  let open = true;
  const leave = () => {
    open = false;
    onLeave();
  };
  const write = (piece: Uint8Array) => {
    outgoing.write(piece);
    if (outgoing.writableLength <= BACKLOG_BYTES_MAX) return;
    leave();
    outgoing.destroy();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      // Asked for once, after the headers; nothing ever comes this way but the end.
      pull: (started) => {
        controller = started;
        const pieces = early ?? [];
        early = undefined;
        for (const piece of pieces) write(piece);
        if (!open) controller.close();
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    send: (piece: Uint8Array) => {
      if (open) early ? early.push(piece) : write(piece);
    },
    end: () => {
      if (!open) return;
      leave();
      if (!early) controller.close();
      setTimeout(() => outgoing.writableFinished || outgoing.destroy(), END_MS).unref();
    },
  };
}
