import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import type { Database } from '#database/client.ts';
import type { Connection } from '#database/connection.ts';
import { databaseFault } from '#database/reach.ts';
import { createPasswordHasher, type PasswordHasher } from '#domain/members/index.ts';
import { compose, type Server } from '#server/compose/compose.ts';
import { readConfig } from '#server/config/config.ts';
import { listen } from '#server/http/frame/listen.ts';
import type { Log } from '#server/log.ts';
import { afterwards } from './afterwards.ts';
import { patiently, testDatabase } from './database.ts';
import { PATIENT, WAIT } from './patience.ts';

const MAIL_POLL_MS = 20;
/** A hash at full cost takes 0.2 s, and the tests make hundreds. Where its time matters, a test gives the full hasher. */
const LOW_COST = { ln: 10, r: 8, p: 1 };

export interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of many shapes
  body: any;
}

/** The browser of one visitor: JSON, a cookie jar, and its own address, so that limits per address do not mix. */
export interface Visitor {
  call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer>;
  get: (path: string) => Promise<ApiAnswer>;
  post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<ApiAnswer>;
  /** The cookie header; can be set to the one of `signIn` in factories.ts. */
  cookie: string;
}

export interface TestServer {
  url: string;
  database: Database;
  server: Server;
  /** A new visitor; `ip` is the address that the server sees, random by default. */
  visitor: (ip?: string) => Visitor;
  /** Waits until the address has at least `count` mails; returns all of them, newest first. */
  mails: (to: string, count?: number) => Promise<ReceivedMail[]>;
  close: () => Promise<void>;
}

/**
 * The real server, composed over a fresh test database, on a free port of the loopback, with the development mailbox.
 * `environment` sets what `.env` would. It is closed after the test file unless the test closes it. Its calls wait for a lock or a
 * connection for as long as a busy machine may need.
 */
export async function startTestServer(
  environment: Record<string, string> = {},
  options: { log?: Log; databaseUrl?: string; passwords?: PasswordHasher } = {},
): Promise<TestServer> {
  const url = patiently(options.databaseUrl ?? (await testDatabase()).url);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'pocketful-test-'));
  let composed: Server | undefined;
  const handlers = {
    direct: (...call: Parameters<Server['direct']>) => composed?.direct(...call) ?? false,
    fetch: (...call: Parameters<Server['fetch']>) =>
      composed?.fetch(...call) ?? new Response('', { status: 503 }),
    endStreams: () => composed?.endStreams(),
  };
  const listening = await listen(handlers, ['127.0.0.1'], 0);
  const { port } = listening;
  const config = readConfig({
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    ...environment,
  });
  const log = options.log ?? pino({ level: 'silent' });
  const passwords = options.passwords ?? createPasswordHasher({ cost: LOW_COST });
  const start = () => compose(config, url, log, undefined, passwords);
  // On a busy machine it may give up on the database; what watches over a site starts it again.
  const server = await start().catch((error: unknown) => {
    if (!databaseFault(url, error)?.passes) throw error;
    return start();
  });
  server.pool.options.connectionTimeoutMillis = PATIENT.connectMsMax;
  server.pool.on('acquire', (client) => (client as unknown as Connection).allowSilence(PATIENT.silenceMsMax));
  server.setPort(port);
  composed = server;

  const origin = `http://127.0.0.1:${port}`;
  let closing: Promise<void> | undefined;
  const close = () => {
    closing ??= (async () => {
      await listening.stop();
      await server.close();
      await rm(dataDir, { recursive: true, force: true });
    })();
    return closing;
  };
  afterwards(close);
  return {
    url: origin,
    database: server.database,
    server,
    visitor: (ip) => visitorOf(origin, ip),
    mails: (to, count = 1) => waitForMails(origin, to, count),
    close,
  };
}

/** The browser of a new visitor at a server that trusts this machine as its proxy. */
export function visitorOf(origin: string, ip = randomAddress()): Visitor {
  const self: Visitor = {
    cookie: '',
    get: (path) => self.call('GET', path),
    post: (path, body = {}, headers) => self.call('POST', path, body, headers),
    call: async (method, path, body, headers = {}) => {
      const answer = await ask(new URL(origin + path), method, body, {
        'x-forwarded-for': ip,
        ...(self.cookie ? { cookie: self.cookie } : {}),
        ...headers,
      });
      keepCookies(self, answer.headers);
      return answer;
    },
  };
  return self;
}

/** Connections of all visitors, used again. */
const agent = new http.Agent({ keepAlive: true });

/** A longer body may be refused before it is read; only `fetch` then reads the response. */
const BODY_BYTES_MAX = 16_384;

/** One request, of which tests make a hundred thousand: `fetch` needs four times as much for it. */
async function ask(
  url: URL,
  method: string,
  body: unknown,
  given: Record<string, string>,
): Promise<ApiAnswer> {
  const sent =
    body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const headers = new Headers({
    accept: '*/*',
    'user-agent': 'node',
    ...(sent ? { 'content-type': 'application/json' } : {}),
  });
  for (const [name, value] of Object.entries(given)) headers.set(name, value);
  if (sent && sent.length > BODY_BYTES_MAX) {
    const answer = await fetch(url, { method, redirect: 'manual', headers, body: sent });
    return answerOf(answer.status, answer.headers, await answer.text());
  }
  if (sent) headers.set('content-length', String(sent.length));
  const request = http.request(url, { method, agent, headers: Object.fromEntries(headers) });
  request.end(sent);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const received = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) received.append(name, value);
  const text = Buffer.concat(await response.toArray()).toString();
  return answerOf(response.statusCode ?? 0, received, text);
}

function answerOf(status: number, headers: Headers, text: string): ApiAnswer {
  const isJson = headers.get('content-type')?.includes('application/json');
  return { status, headers, body: isJson ? JSON.parse(text) : text };
}

function keepCookies(visitor: Visitor, headers: Headers): void {
  const jar = new Map(
    visitor.cookie
      .split('; ')
      .filter(Boolean)
      .map((pair) => pair.split('=', 2) as [string, string]),
  );
  for (const line of headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
    if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  visitor.cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

/** Waits until the mailbox of development has so many mails to the address; all of them, newest first. */
export async function waitForMails(origin: string, to: string, count: number): Promise<ReceivedMail[]> {
  const deadline = Date.now() + WAIT.timeout;
  for (;;) {
    const answer = await fetch(`${origin}/dev/mail.json?to=${encodeURIComponent(to)}`);
    const mails = (await answer.json()) as ReceivedMail[];
    if (mails.length >= count) return mails;
    if (Date.now() > deadline) throw new Error(`${to} got ${mails.length} mails instead of ${count}`);
    await new Promise((resolve) => setTimeout(resolve, MAIL_POLL_MS));
  }
}

const byte = () => Math.floor(Math.random() * 254) + 1;
const randomAddress = () => `10.${byte()}.${byte()}.${byte()}`;
