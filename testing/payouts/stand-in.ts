import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** A fault of one request. */
export type Fault =
  /** The connection is cut before the request is carried out. */
  | 'lose_request'
  /** The request is carried out, then the connection is cut. */
  | 'lose_reply'
  /** The request is not carried out. `kept`: repeats with the same idempotency key get the same response. */
  | { status: number; headers?: Record<string, string>; body?: unknown; kept?: true }
  /** The request is carried out, and the response comes after this time. */
  | { answerAfterMs: number }
  /** The request is carried out, and the response comes once this is fulfilled. */
  | { answerWhen: Promise<unknown> }
  /** The request is carried out, and its response comes byte by byte, with this pause after each. */
  | { dripMs: number }
  /** The request is carried out, and its response has another body. */
  | { change: (body: Record<string, unknown>) => unknown }
  /** The connection is cut, and the request is carried out after this time. */
  | { landAfterMs: number }
  /** The connection is cut, and the request is carried out when the given function is called. */
  | { landBy: (land: () => Promise<unknown>) => void };

/** A request as the stand-in received it. */
export interface Call {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  text: string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

export interface StandIn {
  /** Origin, on the loopback. */
  origin: string;
  /** Called before each request; returns its fault. */
  setFault: (fault: (call: Call) => Fault | undefined) => void;
  /** Every request so far, oldest first. */
  calls: Call[];
  /** The largest number of requests that were under way at the same time. */
  inFlightMax: () => number;
  /** Refuses connections for this time, and cuts the open ones. */
  goAway: (ms: number) => void;
  close: () => Promise<void>;
}

/** The most bytes of a request body. */
const BODY_MAX = 1_000_000;

/**
 * An HTTP server that responds as a vendor would. `answer` carries a request out, `failure` makes the vendor's body of an
 * error, and `keep` gets the response of a fault that the vendor would repeat.
 */
export async function startStandIn(
  answer: (call: Call) => Reply | Promise<Reply>,
  options: { port?: number; failure: (status: number) => unknown; keep?: (call: Call, reply: Reply) => void },
): Promise<StandIn> {
  let faultOf: (call: Call) => Fault | undefined = () => undefined;
  const calls: Call[] = [];
  const late = new Set<NodeJS.Timeout>();
  let [inFlight, inFlightMax] = [0, 0];
  const server = createServer((request, response) => {
    inFlight += 1;
    inFlightMax = Math.max(inFlightMax, inFlight);
    response.on('close', () => {
      inFlight -= 1;
    });
    void handle(request, response).catch((error: Error) => {
      send(response, { status: 500, body: { stand_in: error.message } });
    });
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await readCall(request);
    calls.push(call);
    const fault = faultOf(call);
    if (fault === undefined) return send(response, await answer(call));
    if (fault === 'lose_request') return cut(request);
    if (fault === 'lose_reply') {
      await answer(call);
      return cut(request);
    }
    if ('status' in fault) {
      const reply = { body: options.failure(fault.status), ...fault };
      if (fault.kept) options.keep?.(call, reply);
      return send(response, reply);
    }
    if ('answerAfterMs' in fault) {
      const reply = await answer(call);
      after(fault.answerAfterMs, () => send(response, reply));
      return;
    }
    if ('answerWhen' in fault) {
      const reply = await answer(call);
      await fault.answerWhen;
      return send(response, reply);
    }
    if ('dripMs' in fault) return drip(response, await answer(call), fault.dripMs);
    if ('change' in fault) {
      const reply = await answer(call);
      return send(response, { ...reply, body: fault.change(reply.body as Record<string, unknown>) });
    }
    cut(request);
    if ('landBy' in fault) return fault.landBy(async () => answer(call));
    after(fault.landAfterMs, () => void answer(call));
  }

  async function drip(response: ServerResponse, reply: Reply, pauseMs: number): Promise<void> {
    response.writeHead(reply.status, headersOf(reply));
    for (const byte of Buffer.from(JSON.stringify(reply.body))) {
      if (response.destroyed) return;
      response.write(Buffer.of(byte));
      await new Promise<void>((resolve) => after(pauseMs, resolve));
    }
    response.end();
  }

  function after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      late.delete(timer);
      work();
    }, ms);
    late.add(timer);
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    setFault: (next) => {
      faultOf = next;
    },
    calls,
    inFlightMax: () => inFlightMax,
    goAway: (ms) => {
      server.close();
      server.closeAllConnections();
      after(ms, () => server.listen(port, '127.0.0.1'));
    },
    close: () => stop(server, late),
  };
}

function stop(server: Server, late: Set<NodeJS.Timeout>): Promise<void> {
  for (const timer of late) clearTimeout(timer);
  server.closeAllConnections();
  // It may be unavailable at this moment.
  return new Promise((resolve) => server.close(() => resolve()));
}

async function readCall(request: IncomingMessage): Promise<Call> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > BODY_MAX) throw new Error('the body is too large');
    chunks.push(chunk as Buffer);
  }
  const url = new URL(request.url ?? '/', 'http://stand-in');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    text: Buffer.concat(chunks).toString('utf8'),
  };
}

function cut(request: IncomingMessage): void {
  request.socket.destroy();
}

function send(response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  response.writeHead(reply.status, headersOf(reply));
  response.end(JSON.stringify(reply.body));
}

const headersOf = ({ headers }: Reply) => ({ 'Content-Type': 'application/json', ...headers });

/**
 * The checks of a file of schemas/: each returns the first fault of a value in one sentence, or undefined. `coerce` turns
 * the text of form fields into the numbers that the schema names.
 */
export function schemaChecks<Name extends string>(
  schemas: { $defs: Record<string, unknown> },
  definitions: readonly Name[],
  options: { coerce: boolean },
): (definition: Name, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ allowUnionTypes: true, coerceTypes: options.coerce, allErrors: false });
  ajv.addSchema(schemas, 'vendor');
  // Compiled at the start, so that the first request does not take longer than the others.
  const compiled = new Map<Name, ValidateFunction>(
    definitions.map((definition) => [definition, ajv.compile({ $ref: `vendor#/$defs/${definition}` })]),
  );
  return (definition, value) => {
    const validate = compiled.get(definition);
    if (!validate) throw new Error(`no schema ${definition}`);
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    const field = error?.params.additionalProperty ?? '';
    return `${definition}${error?.instancePath} ${error?.message} ${field}`.trim();
  };
}
