import type { IncomingMessage } from 'node:http';
import type { Hono, Context as HonoContext } from 'hono';
import type { ErrorBody } from '#contract/values.ts';
import type { ConfiguredWall, Intake, RawRequest } from '#domain/earning/index.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Log } from '../log.ts';
import { clientAddress } from './address.ts';
import type { Env } from './app.ts';
import { observeRoute } from './metrics.ts';
import { answerPostback } from './postback-answer.ts';

const PREFIX = '/api/postbacks/';
const ROUTE = `${PREFIX}:wall`;

/**
 * `GET|POST /api/postbacks/<wall>`: messages of the walls' servers, proven by their signatures and answered in the
 * wall's own words. They come from other sites by nature, so the rules against those do not apply here.
 */
export function postbackRoutes(app: Hono<Env>, walls: ConfiguredWall[], intake: Intake): void {
  app.all(ROUTE, async (c) => {
    const wall = walls.find(({ definition }) => definition.id === c.req.param('wall'));
    if (!wall) throw new Refusal('not_found');
    const { methods } = wall.definition.postback;
    if (!(methods as string[]).includes(c.req.method)) {
      c.header('Allow', methods.join(', '));
      throw new Refusal('method_not_allowed');
    }
    return answerPostback(intake, wall, await rawRequest(c));
  });
}

export interface PostbackLane {
  walls: ConfiguredWall[];
  intake: Intake;
  trustedProxies: string[];
  log: Log;
}

/** Answers a request that it takes, undefined for every other one. `bindings` are those of @hono/node-server. */
export type Lane = (bindings: unknown) => Promise<Response> | undefined;

/**
 * The short way for the calls that come most: a GET to a known wall, whose answer needs no session, no cookie and no
 * policy for browsers. Such a call is in the database and in the metrics, so only what failed is in the log of the
 * server. Everything else, faults included, goes the way of `postbackRoutes`.
 */
export function postbackLane({ walls, intake, trustedProxies, log }: PostbackLane): Lane {
  const byId = new Map(
    walls
      .filter(({ definition }) => definition.postback.methods.includes('GET'))
      .map((w) => [w.definition.id, w]),
  );
  const addressOf = clientAddress(trustedProxies);

  async function answer(wall: ConfiguredWall, incoming: IncomingMessage, target: string): Promise<Response> {
    const started = performance.now();
    const header = (name: string) => {
      const value = incoming.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const ip = addressOf({ env: { incoming }, req: { header } });
    const response = await answerPostback(intake, wall, { method: 'GET', target, header, body: NO_BODY, ip });
    const ms = performance.now() - started;
    observeRoute('GET', ROUTE, response.status, ms);
    if (response.status >= 500) {
      const path = `${PREFIX}${wall.definition.id}`;
      log.info({ method: 'GET', path, status: response.status, ms: Math.round(ms) }, 'request');
    }
    return response;
  }

  function asFailure(error: unknown): Response {
    log.error({ err: error }, 'request failed');
    const { status, message, code } = new Refusal('internal');
    const body: ErrorBody = { error: message, code };
    return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
  }

  return (bindings) => {
    const incoming = (bindings as { incoming?: IncomingMessage } | undefined)?.incoming;
    if (incoming?.method !== 'GET' || !incoming.url?.startsWith(PREFIX)) return undefined;
    const end = incoming.url.indexOf('?');
    const wall = end < 0 ? undefined : byId.get(incoming.url.slice(PREFIX.length, end));
    return wall && answer(wall, incoming, incoming.url).catch(asFailure);
  };
}

/** A GET has no body that means anything (RFC 9110 section 9.3.1). */
const NO_BODY = Buffer.alloc(0);

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
