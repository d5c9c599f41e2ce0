import type { Hono, Context as HonoContext } from 'hono';
import { Counter } from 'prom-client';
import {
  type ConfiguredWall,
  type PostbackPorts,
  type RawRequest,
  receivePostback,
} from '#domain/earning/index.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Env } from './app.ts';

/** Statuses whose answers have no body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const BODILESS = [204, 205, 304];

const postbacks = new Counter({
  name: 'postbacks_total',
  help: 'Postbacks by wall and by what became of them',
  labelNames: ['wall', 'verdict'],
});

/**
 * `GET|POST /api/postbacks/<wall>`: messages of the walls' servers, proven by their signatures and answered in the
 * wall's own words. They come from other sites by nature, so the rules against those do not apply here.
 */
export function postbackRoutes(app: Hono<Env>, walls: ConfiguredWall[], ports: PostbackPorts): void {
  app.all('/api/postbacks/:wall', async (c) => {
    const wall = walls.find(({ definition }) => definition.id === c.req.param('wall'));
    if (!wall) throw new Refusal('not_found');
    const { methods } = wall.definition.postback;
    if (!(methods as string[]).includes(c.req.method)) {
      c.header('Allow', methods.join(', '));
      throw new Refusal('method_not_allowed');
    }
    const { verdict, ack } = await receivePostback(ports, wall, await rawRequest(c));
    postbacks.inc({ wall: wall.definition.id, verdict });
    return new Response(BODILESS.includes(ack.status) ? null : ack.body, {
      status: ack.status,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  });
}

async function rawRequest(c: HonoContext<Env>): Promise<RawRequest> {
  return {
    method: c.req.method,
    target: requestTarget(c),
    header: (name) => c.req.header(name),
    body: Buffer.from(await c.req.arrayBuffer()),
    ip: c.var.request.ip,
  };
}

/**
 * The request line as sent, which Node lets be ASCII only. A parsed URL has parts of it re-encoded, and signatures cover
 * the original.
 */
function requestTarget(c: HonoContext<Env>): string {
  const bindings = c.env as { incoming?: { url?: string } } | undefined;
  const url = bindings?.incoming?.url ?? c.req.url;
  return url.replace(/^https?:\/\/[^/?#]*/i, '');
}
