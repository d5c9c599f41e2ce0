import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono, Context as HonoContext } from 'hono';
import type { ErrorBody } from '#contract/values.ts';
import type { ConfiguredWall, Intake, RawRequest } from '#domain/earning/index.ts';
import { Refusal } from '#domain/refusal.ts';
import type { Log } from '../log.ts';
import { clientAddress } from './address.ts';
import type { Env } from './app.ts';
import { observeRoute } from './metrics.ts';
import { answerPostback, type PostbackAnswer } from './postback-answer.ts';

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
    const { status, headers, body } = await answerPostback(intake, wall, await rawRequest(c));
    return new Response(body ?? null, { status, headers });
  });
}

export interface PostbackLane {
  walls: ConfiguredWall[];
  intake: Intake;
  trustedProxies: string[];
  log: Log;
}

/** Answers a request of Node's server by itself, or answers false and leaves it untouched. */
export type Lane = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * The short way for the calls that come most: a GET to a known wall, whose answer needs no session, no cookie and no
 * policy for browsers, so that none of the frame around the other routes is built. Such a call is in the database and in the metrics, so only what failed is in the log of the
 * server. Everything else, faults included, goes the way of `postbackRoutes`.
 */
export function postbackLane({ walls, intake, trustedProxies, log }: PostbackLane): Lane {
  const byId = new Map(
    walls
      .filter(({ definition }) => definition.postback.methods.includes('GET'))
      .map((w) => [w.definition.id, w]),
  );
  const addressOf = clientAddress(trustedProxies);

  async function answer(
    wall: ConfiguredWall,
    target: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const started = performance.now();
    const header = (name: string) => {
      const value = incoming.headers[name.toLowerCase()];
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const ip = addressOf({ env: { incoming }, req: { header } });
    const request = { method: 'GET', target, header, body: NO_BODY, ip };
    const answered = await answerPostback(intake, wall, request).catch(asFailure);
    write(outgoing, answered);
    const ms = performance.now() - started;
    observeRoute('GET', ROUTE, answered.status, ms);
    if (answered.status >= 500) {
      const path = `${PREFIX}${wall.definition.id}`;
      log.info({ method: 'GET', path, status: answered.status, ms: Math.round(ms) }, 'request');
    }
  }

  function asFailure(error: unknown): PostbackAnswer {
    log.error({ err: error }, 'request failed');
    const { status, message, code } = new Refusal('internal');
    const body: ErrorBody = { error: message, code };
    const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
    return { status, headers, body: JSON.stringify(body) };
  }

  return (incoming, outgoing) => {
    if (incoming.method !== 'GET' || !incoming.url?.startsWith(PREFIX)) return false;
    const end = incoming.url.indexOf('?');
    const wall = end < 0 ? undefined : byId.get(incoming.url.slice(PREFIX.length, end));
    if (!wall) return false;
    void answer(wall, incoming.url, incoming, outgoing);
    return true;
  };
}

/** Head and body in one piece; a status without a body has no length either. */
function write(outgoing: ServerResponse, { status, headers, body }: PostbackAnswer): void {
  if (body === undefined) outgoing.writeHead(status, headers).end();
  else outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
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
