import type { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { LiveEvent } from '#contract/values.ts';
import type { Env } from './app.ts';
import { requireAccess } from './guards.ts';

/** A comment line this often keeps proxies from closing a quiet stream. */
const HEARTBEAT_MS = 20_000;

/** `GET /api/events`: what happens to the member, as server-sent events. */
export function eventRoutes(
  app: Hono<Env>,
  subscribe: (userId: string, listener: (event: LiveEvent) => void, onEnd: () => void) => () => void,
): void {
  app.get('/api/events', (c) => {
    requireAccess({ access: 'member' }, c.var.member);
    const userId = c.var.member?.id ?? '';
    c.header('X-Accel-Buffering', 'no');
    // Nobody would read such a stream, nor ever leave it.
    if (c.req.method === 'HEAD') return c.body(null);
    return streamSSE(c, async (stream) => {
      let open = true;
      const ended = Promise.withResolvers<void>();
      const end = () => {
        open = false;
        ended.resolve();
      };
      stream.onAbort(end);
      const unsubscribe = subscribe(
        userId,
        (event) => void stream.writeSSE({ event: event.type, data: JSON.stringify(event.data) }),
        end,
      );
      await stream.writeSSE({ event: 'open', data: '{}' });
      while (open) {
        await Promise.race([stream.sleep(HEARTBEAT_MS), ended.promise]);
        if (open) await stream.write(': still here\n\n');
      }
      unsubscribe();
    });
  });
}
