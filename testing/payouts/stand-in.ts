import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** What goes wrong with one request. */
export type Fault =
  /** The connection is cut before anything is done. */
  | 'lose_request'
  /** It is carried out, then the connection is cut. */
  | 'lose_reply'
  /** Nothing is done. `kept`: where an idempotency key was sent, its repeats get the same answer. */
  | { status: number; headers?: Record<string, string>; body?: unknown; kept?: true }
  /** It is carried out, and answered only after this. */
  | { answerAfterMs: number }
  /** The connection is cut, and it is carried out after this. */
  | { landAfterMs: number };

/** A request as the stand-in took it. */
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
  /** Asked before each request what goes wrong with it. */
  setFault: (fault: (call: Call) => Fault | undefined) => void;
  /** Every request so far, oldest first. */
  calls: Call[];
  /** The most requests that were under way at the same time. */
  inFlightMax: () => number;
  /** Refuses connections for so long, and cuts those that are open. */
  goAway: (ms: number) => void;
  close: () => Promise<void>;
}

/** Bytes of a request body at most. */
const BODY_MAX = 1_000_000;

/**
 * An HTTP server that answers as a vendor would. `answer` carries a request out; `failure` is the
 * vendor's body of an error; `keep` is told the answer of a fault
 * that the vendor would repeat.
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
    cut(request);
    after(fault.landAfterMs, () => void answer(call));
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
  // It may be away at this moment.
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
  response.writeHead(reply.status, { 'Content-Type': 'application/json', ...reply.headers });
  response.end(JSON.stringify(reply.body));
}

/**
 * The checks of a file of schemas/: answers the first fault of a value in one sentence, or undefined. `coerce` turns the
 * text of form fields into the numbers that the schema names.
 */
export function schemaChecks<Name extends string>(
  schemas: { $defs: Record<string, unknown> },
  definitions: readonly Name[],
  options: { coerce: boolean },
): (definition: Name, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ allowUnionTypes: true, coerceTypes: options.coerce, allErrors: false });
  ajv.addSchema(schemas, 'vendor');
  // All at the start: the first request must not take longer than the others.
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
