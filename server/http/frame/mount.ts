import type { Hono, Context as HonoContext } from 'hono';
import type { AnyEndpoint, CallLimit, Input, NextPage } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Database, Tx } from '#database/client.ts';
import type { Memory } from '#database/memory.ts';
import type { Transact } from '#database/transaction.ts';
import { recordAction, recordReading } from '#domain/administration/index.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { LIMITS, type Limits } from '#domain/trust/index.ts';
import type { Env } from './env.ts';
import { admit, type Caller, readJson, refuseForms } from './guards.ts';
import type { Context, Route, SessionMember } from './implement.ts';
import { tellLimit } from './rate-limit.ts';
import { hasVersion, versionOf } from './version.ts';
import { wireForm } from './wire.ts';

/** Refusals that every endpoint may return without declaring them. */
const COMMON_ERRORS: readonly ErrorCode[] = [
  'invalid_input',
  'not_signed_in',
  'not_found',
  'busy',
  'internal',
];

/** Adds the routes to the app. Each runs guards, input parsing, limit, transaction and output check, in this order. */
export function mount(
  app: Hono<Env>,
  routes: Route[],
  {
    database,
    transact,
    limits,
    memory,
  }: { database: Database; transact: Transact; limits: Limits; memory: Pick<Memory, 'forget'> },
): void {
  for (const route of routes) {
    const { endpoint } = route;
    const { limit } = endpoint;
    const toWire = wireForm(endpoint.output);
    if (endpoint.access === 'admin' && endpoint.method !== 'GET' && !route.kind.startsWith('staff')) {
      throw new Error(`${endpoint.method} ${endpoint.path} would leave no entry in the audit trail`);
    }
    if ((endpoint.constant === true) !== (route.kind === 'constant')) {
      throw new Error(`${endpoint.method} ${endpoint.path} must be constant in its contract and its route`);
    }
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
    if (route.kind === 'constant') {
      app.on(endpoint.method, path, constantly(JSON.stringify(endpoint.output.parse(toWire(route.output)))));
      continue;
    }
    app.on(endpoint.method, path, async (c) => {
      tellDeprecation(c, endpoint);
      refuseForms(c);
      const { actor, member, permissions } = admit(endpoint, c);
      const byKey = c.var.key !== undefined;
      const input = await parseInput(endpoint, c);
      const { recordsReadingOf: kind } = endpoint;
      if (kind) {
        const subject = { kind, id: input.params?.id ?? 'all' };
        await recordReading(database, actor, `${endpoint.method} ${endpoint.path}`, subject);
      }
      const context = { ...c.var.request, member, permissions, byKey };
      if (!endpoint.session) context.setSession = refuseSession(endpoint);
      try {
        if (limit) tellLimit(c, limit, await limits.take([limit, countedBy(limit, context)]));
        const output = await answer(route, input, context as never, { transact, memory, actor });
        const sent = endpoint.output.parse(toWire(output));
        const next = endpoint.pages?.(sent, input.query);
        if (next) c.header('Link', nextPage(c, next));
        return respond(c, JSON.stringify(sent), endpoint.versioned === true);
      } catch (error) {
        throw declared(endpoint, error);
      }
    });
  }
}

/**
 * Browsers do not store what is about a person (ASVS 14.3.2), so that nothing of it is left after the sign-out. Pages keep
 * the version and what they have read by themselves.
 */
function respond(c: HonoContext<Env>, body: string, versioned: boolean): Response {
  const version = versioned ? versionOf(body) : undefined;
  const headers = { 'Cache-Control': 'no-store', ...(version ? { ETag: version } : {}) };
  if (version && hasVersion(c, version)) return c.body(null, 304, headers);
  return c.body(body, 200, { 'Content-Type': 'application/json', ...headers });
}

/** Says of a call that will be taken away since when (RFC 9745) and until when it is there (RFC 8594). */
function tellDeprecation(c: HonoContext<Env>, { deprecated }: AnyEndpoint): void {
  if (!deprecated) return;
  c.header('Deprecation', `@${Date.parse(deprecated.since) / 1_000}`);
  c.header('Sunset', new Date(deprecated.until).toUTCString());
}

/** The address of the next page, as a link of RFC 8288 that is relative to the site. */
function nextPage(c: HonoContext<Env>, next: NextPage): string {
  const { pathname, searchParams } = new URL(c.req.url);
  for (const name of ['before', 'after']) searchParams.delete(name);
  for (const [name, value] of Object.entries(next)) searchParams.set(name, value);
  return `<${pathname}?${searchParams}>; rel="next"`;
}

/** Responds with a body that is made once. Anyone may store it, to ask for its version again. */
function constantly(body: string): (c: HonoContext<Env>) => Response {
  const version = versionOf(body);
  const headers = { 'Cache-Control': 'no-cache', ETag: version };
  const full = { 'Content-Type': 'application/json', ...headers };
  return (c) => (hasVersion(c, version) ? c.body(null, 304, headers) : c.body(body, 200, full));
}

type Handling = Exclude<Route, { kind: 'constant' }>;

async function answer(
  route: Handling,
  input: Input<AnyEndpoint>,
  context: Context<AnyEndpoint> & { member: SessionMember },
  { transact, memory, actor }: { transact: Transact; memory: Pick<Memory, 'forget'>; actor: Caller['actor'] },
): Promise<unknown> {
  if (route.kind === 'procedure') return route.handle(input, context);
  if (route.kind === 'step') return transact((tx) => route.handle(tx, input, context));
  const { method, path } = route.endpoint;
  const work =
    route.kind === 'staffAfter'
      ? await route.prepare(input, context)
      : (tx: Tx) => route.handle(tx, input, context);
  const afterwards = await transact(async (tx) => {
    const done = await work(tx);
    await recordAction(tx, actor, `${method} ${path}`, done.evidence);
    return 'afterwards' in done ? done.afterwards : () => done.output;
  });
  // The message of the commit may come after the next call of who has just changed something.
  memory.forget();
  return afterwards();
}

async function parseInput(endpoint: AnyEndpoint, c: HonoContext<Env>) {
  const raw = {
    params: endpoint.params && c.req.param(),
    query: endpoint.query && c.req.query(),
    body: endpoint.body && (await readJson(c)),
  };
  const fields: Record<string, string> = {};
  const parse = (part: 'params' | 'query' | 'body') => {
    const result = endpoint[part]?.safeParse(raw[part]);
    for (const issue of result?.error?.issues ?? []) fields[issue.path.join('.') || part] ??= issue.message;
    return result?.data;
  };
  const input = { params: parse('params'), query: parse('query'), body: parse('body') };
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_input', { fields });
  return input;
}

/** Returns the member or the address that a limit counts. Throws if a limit by member has no member. */
function countedBy(limit: CallLimit, { member, ip }: { member: SessionMember | undefined; ip: string }) {
  if (LIMITS[limit].by === 'address') return ip;
  if (!member) throw new Error(`the limit ${limit} is of members, and anyone may make this call`);
  return member.id;
}

/** Throws if a call changes the session without declaring it in the contract. */
const refuseSession =
  ({ method, path }: AnyEndpoint) =>
  () => {
    throw new Error(`${method} ${path} touches the session, which its contract does not name`);
  };

/** Turns a refusal that the contract does not declare into an internal error. */
function declared(endpoint: AnyEndpoint, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (endpoint.errors?.includes(error.code) || COMMON_ERRORS.includes(error.code)) return error;
  if (endpoint.limit && error.code === 'too_many_requests') return error;
  if (endpoint.freshSignIn && error.code === 'reauthentication_required') return error;
  return new Error(
    `${endpoint.method} ${endpoint.path} answered ${error.code}, which its contract does not name`,
  );
}
