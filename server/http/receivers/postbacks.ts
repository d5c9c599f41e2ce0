import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Hono } from 'hono';
import type { ErrorBody } from '#contract/errors.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { ConfiguredWall, Intake, RawRequest } from '#domain/earning/index.ts';
import { callerIds, clientAddress, type Proxies } from '#server/http/frame/address.ts';
import type { Env } from '#server/http/frame/env.ts';
import { observeRoute } from '#server/http/frame/metrics.ts';
import type { Log } from '#server/log.ts';
import { describeSpan, isTracing, traced } from '#server/tracing/index.ts';
import { answerPostback, countUnknownWall, type PostbackAnswer } from './postback-answer.ts';
import { readBody } from './postback-body.ts';

const PREFIX = '/api/postbacks/';
const ROUTE = `${PREFIX}:wall`;

/** Refuses requests to the address of postbacks that `postbackLane` did not take. */
export function refusePostbacks(app: Hono<Env>, walls: ConfiguredWall[]): void {
  app.all(ROUTE, (c) => {
    const wall = walls.find(({ definition }) => definition.id === c.req.param('wall'));
    if (!wall) {
      countUnknownWall();
      throw new Refusal('not_found');
    }
    c.header('Allow', wall.definition.postback.methods.join(', '));
    throw new Refusal('method_not_allowed');
  });
}

export interface PostbackLane {
  walls: ConfiguredWall[];
  intake: Intake;
  proxies: Proxies;
  log: Log;
}

/** Handles a request of Node's server and returns true, or returns false and leaves it untouched. */
export type Lane = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

/**
 * `GET|POST /api/postbacks/<wall>`: messages of the walls' servers, proven by their signatures and answered in the
 * wall's own words. They always come from other sites and need no session, cookie or policy for browsers, so they
 * bypass the frame around the other routes. Calls are recorded in the database and in the metrics; the server's log has
 * only those that failed.
 */
export function postbackLane({ walls, intake, proxies, log }: PostbackLane): Lane {
  const byId = new Map(walls.map((wall) => [wall.definition.id, wall]));
  const addressOf = clientAddress(proxies.trustedProxies);
  const idsOf = callerIds(proxies);

  async function answer(call: LaneCall, outgoing: ServerResponse): Promise<void> {
    const started = performance.now();
    const { wall, method, incoming } = call;
    const body = method === 'POST' ? await readBody(incoming) : NO_BODY;
    if (body === 'gone') return;
    const answered =
      body === 'too_large'
        ? refused('body_too_large')
        : await answerPostback(intake, wall, rawRequest(call, body)).catch(asFailure);
    write(outgoing, answered);
    const ms = performance.now() - started;
    observeRoute(method, ROUTE, answered.status, ms);
    if (answered.status >= 500) {
      const path = `${PREFIX}${wall.definition.id}`;
      log.info({ method, path, status: answered.status, ms: Math.round(ms) }, 'request');
    }
  }

  function traceAnswer(call: LaneCall, outgoing: ServerResponse): Promise<void> {
    const { method, wall, incoming } = call;
    const { traceparent } = idsOf({ env: { incoming }, req: { header: headersOf(incoming) } });
    const attributes = { 'http.request.method': method, 'http.route': ROUTE, wall: wall.definition.id };
    return traced(
      { name: `${method} ${ROUTE}`, kind: 'SERVER', attributes },
      async () => {
        await answer(call, outgoing);
        const { statusCode } = outgoing;
        describeSpan({ attributes: { 'http.response.status_code': statusCode } }, statusCode >= 500);
      },
      traceparent,
    );
  }

  function rawRequest({ method, target, incoming }: LaneCall, body: Buffer): RawRequest {
    const header = headersOf(incoming);
    return { method, target, header, body, ip: addressOf({ env: { incoming }, req: { header } }) };
  }

  function asFailure(error: unknown): PostbackAnswer {
    log.error({ err: error }, 'request failed');
    return refused('internal');
  }

  return (incoming, outgoing) => {
    const target = originForm(incoming.url ?? '');
    if (!target.startsWith(PREFIX)) return false;
    const end = target.indexOf('?');
    const wall = byId.get(target.slice(PREFIX.length, end < 0 ? undefined : end));
    const method = wall?.definition.postback.methods.find((one) => one === incoming.method);
    if (!wall || !method) return false;
    const call = { wall, method, target, incoming };
    void (isTracing() ? traceAnswer(call, outgoing) : answer(call, outgoing));
    return true;
  };
}

const headersOf = (incoming: IncomingMessage) => (name: string) => {
  const value = incoming.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
};

interface LaneCall {
  wall: ConfiguredWall;
  method: 'GET' | 'POST';
  target: string;
  incoming: IncomingMessage;
}

/**
 * Path and query of the request line as sent, which is ASCII in Node. Signatures cover the original, and parsing a URL
 * re-encodes parts of it.
 */
const originForm = (target: string) =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');

function refused(code: 'body_too_large' | 'internal'): PostbackAnswer {
  const { status, message } = new Refusal(code);
  const body: ErrorBody = { error: message, code };
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status, headers, body: JSON.stringify(body) };
}

/** Writes head and body in one piece, without a length if the status has no body. */
function write(outgoing: ServerResponse, { status, headers, body }: PostbackAnswer): void {
  if (body === undefined) outgoing.writeHead(status, headers).end();
  else outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body);
}

/** The body of a GET has no meaning (RFC 9110 section 9.3.1). */
const NO_BODY = Buffer.alloc(0);
