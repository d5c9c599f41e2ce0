import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';
import { sessionId } from '#domain/members/index.ts';
import type { Env } from '#server/http/frame/env.ts';
import { requireAccess } from '#server/http/frame/guards.ts';
import type { Streams } from '#server/live/streams.ts';

/** Most bytes queued for a client that does not read; beyond it the connection is closed. */
export const BACKLOG_BYTES_MAX = 64 * 1024;
/** Time for the client to read an ended stream to its end. */
const END_MS = 2_000;
/** Delay before a browser reconnects; longer if the stream was ended because the member has too many. */
const RETRY_MS = 3_000;
const CROWDED_RETRY_MS = 60_000;

const bytes = (text: string) => new TextEncoder().encode(text);
const message = (type: string, data: object) => bytes(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`);
const retry = (ms: number) => bytes(`retry: ${ms}\n\n`);
const HEARTBEAT = bytes(': still here\n\n');

/** `GET /api/events`: events of the member as server-sent events. */
export function liveRoutes(app: Hono<Env>, { streams }: { streams: Pick<Streams, 'add'> }): void {
  app.get('/api/events', (c) => {
    requireAccess({ access: 'member' }, c.var.member);
    c.header('Content-Type', 'text/event-stream');
    c.header('Cache-Control', 'no-cache');
    c.header('X-Accel-Buffering', 'no');
    // A HEAD request would never end its stream.
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
 * Opens a body that writes straight to the connection, because the server's library keeps a promise for each piece of a
 * stream that it passes on. Closes the connection of a client that does not read. `onLeave` is called when the
 * connection ends, on either side.
 */
function openBody(outgoing: HttpBindings['outgoing'], onLeave: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  /** Pieces that are sent before the headers; undefined afterwards. */
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
      // Called once, after the headers. From then on the stream itself carries only the end.
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
