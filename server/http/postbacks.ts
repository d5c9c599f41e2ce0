import type { Hono, Context as HonoContext } from 'hono';
import { Counter, Gauge } from 'prom-client';
import { type ConfiguredWall, type Intake, type RawRequest, receivePostback } from '#domain/earning/index.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Env } from './app.ts';

/** Statuses whose answers have no body (RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5). */
const BODILESS = [204, 205, 304];
/** When a wall may come again after an answer that this process is overloaded. */
const OVERLOAD_RETRY_AFTER_SECONDS = 10;

const postbacks = new Counter({
  name: 'postbacks_total',
  help: 'Postbacks by wall and by what became of them',
  labelNames: ['wall', 'verdict'],
});
const unlogged = new Counter({
  name: 'postbacks_unlogged_total',
  help: 'Postbacks that are counted here and in no log: forged beyond the cap of a minute, or refused by overload',
  labelNames: ['wall', 'verdict'],
});
const pending = new Gauge({ name: 'postbacks_pending', help: 'Postbacks that wait for their answer' });

/**
 * `GET|POST /api/postbacks/<wall>`: messages of the walls' servers, proven by their signatures and answered in the
 * wall's own words. They come from other sites by nature, so the rules against those do not apply here.
 */
export function postbackRoutes(app: Hono<Env>, walls: ConfiguredWall[], intake: Intake): void {
  app.all('/api/postbacks/:wall', async (c) => {
    const wall = walls.find(({ definition }) => definition.id === c.req.param('wall'));
    if (!wall) throw new Refusal('not_found');
    const { methods } = wall.definition.postback;
    if (!(methods as string[]).includes(c.req.method)) {
      c.header('Allow', methods.join(', '));
      throw new Refusal('method_not_allowed');
    }
    pending.inc();
    const { verdict, ack, logged } = await receivePostback(intake, wall, await rawRequest(c)).finally(() =>
      pending.dec(),
    );
    const labels = { wall: wall.definition.id, verdict };
    postbacks.inc(labels);
    if (!logged) unlogged.inc(labels);
    const status = verdict === 'overloaded' ? overloadStatus(ack.status) : ack.status;
    return new Response(BODILESS.includes(status) ? null : ack.body, {
      status,
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'Cache-Control': 'no-store',
        ...(verdict === 'overloaded' ? { 'Retry-After': String(OVERLOAD_RETRY_AFTER_SECONDS) } : {}),
      },
    });
  });
}

/** 503 (RFC 9110 section 15.6.4), unless the wall is asked to repeat by the body of an answer that counts as a success. */
const overloadStatus = (retryStatus: number): number => (retryStatus < 400 ? retryStatus : 503);

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
