import { expect, test } from 'vitest';
import { z } from 'zod';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/**
 * Requirement 15 over the whole contract: any input to any call from any caller gets a response that the contract names.
 * Bodies are made from the schemas of the calls, so every new call is covered.
 */

const site = await startTestServer();
const all: AnyEndpoint[] = [...endpoints];
const WHO = ['nobody', 'member', 'admin'] as const;
const MEGABYTE = 1024 * 1024;
const DEPTH = 5_000;
const POINTS = 120;

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  'x'.repeat(300),
  '\ud800',
  '\udfff\ud800',
  '../../etc/passwd',
  '%00',
  "'; --",
];
const ODD: unknown[] = [
  ...TEXTS,
  ...[null, true, false, 0, -1, 1.5, 7, 1e308, -1e308, 2 ** 53, 2 ** 63],
  ...[[], ['a'], [[]], {}, { length: 6 }, { $gt: '' }, { toString: 'x' }],
];
/** Texts that JSON.stringify does not make. */
const RAW = [
  ...[
    '',
    ' ',
    'null',
    'true',
    '7',
    '"text"',
    '[]',
    '[{}]',
    '{',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    'NaN',
    '\u0000',
  ],
  ...['{"a":1e999}', '{"a":-0}', '{"a":123456789012345678901234567890}', '{"a":"\\ud800"}', '\ufeff{}'],
  ...['[', '{"a":'].map((open) => open.repeat(DEPTH)),
  `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`,
  `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`,
];
const PLANTED = { isAdmin: true, points: 1_000_000, emailVerified: true, userId: 'x', constructor: { a: 1 } };
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/json; charset=x',
  '',
];

type Json = Record<string, unknown>;

/** Texts that one field or another of the contract accepts. */
const PLAUSIBLE = [
  '123456',
  'odd-request-id',
  '00000000-0000-4000-8000-000000000000',
  '0'.repeat(64),
  '12345',
];
const BY_NAME: [RegExp, string][] = [
  [/email|username/i, 'odd@example.com'],
  [/endpoint/i, 'https://updates.push.services.mozilla.com/wpush/v2/odd'],
  [/phone/i, '+12015550123'],
];

/** A value that the field accepts, or nearly. */
function exampleOf(name: string, field: Json): unknown {
  const { type, enum: options, properties, anyOf, pattern } = field;
  if (Array.isArray(options)) return options[0];
  if (Array.isArray(anyOf)) return exampleOf(name, anyOf[0]);
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'array') return [];
  if (properties) return exampleBody(field);
  const byName = BY_NAME.find(([names]) => names.test(name))?.[1];
  const byPattern = PLAUSIBLE.find((text) => typeof pattern === 'string' && new RegExp(pattern).test(text));
  return byName ?? byPattern ?? PLAUSIBLE[0];
}

function exampleBody(schema: Json): Json {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  return Object.fromEntries(fields.map(([name, field]) => [name, exampleOf(name, field)]));
}

const schemaOf = (schema: z.ZodType): Json => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

/** The value with each of its parts in turn replaced by each odd one and left out. */
function variantsOf(value: Json): Json[] {
  return Object.entries(value).flatMap(([name, part]) => {
    const { [name]: _, ...without } = value;
    const replaced = ODD.map((odd) => ({ ...value, [name]: odd }));
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
    const deeper = isObject ? variantsOf(part as Json).map((inner) => ({ ...value, [name]: inner })) : [];
    return [without, ...replaced, ...deeper];
  });
}

/** Every response is our JSON, reveals nothing internal, and is no failure. */
function expectKnown(what: string, { status, body }: { status: number; body: unknown }): void {
  expect(status, what).toBeGreaterThanOrEqual(200);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(text, what).not.toMatch(/\bat \S+ \(|node_modules|\.ts:\d|select .* from|syntax error|SQLSTATE/i);
  if (status < 400) return;
  // A 503 is allowed beyond the cap of parallel hashes.
  expect(status === 503 || status < 500, `${what} -> ${status} ${text}`).toBe(true);
  expect(body, what).toMatchObject({ code: expect.stringMatching(/^[a-z_]+$/), error: expect.any(String) });
}

async function somebody(who: (typeof WHO)[number]): Promise<Visitor & { id?: string }> {
  const visitor = site.visitor();
  if (who === 'nobody') return visitor;
  const member = await createMember(site.database, { isAdmin: who === 'admin' });
  await credit(site.database, member.id, POINTS);
  visitor.cookie = await signIn(site.database, member);
  return Object.assign(visitor, { id: member.id });
}

/** Lifts the limits of the address, which would hide what comes after them. */
const byte = () => Math.floor(Math.random() * 250);
const elsewhere = () => ({ 'X-Forwarded-For': `10.${byte()}.${byte()}.${byte()}` });

const pathOf = (endpoint: AnyEndpoint, value: string) => endpoint.path.replaceAll(/\{\w+\}/g, value);

/** Whether a call looks at what this caller sends: all others are refused before. */
const isHeard = ({ access }: AnyEndpoint, who: (typeof WHO)[number]) =>
  access === 'public' || who === 'admin' || who === access;

/** Bodies that are nearly right, where the caller `isHeard`, and such as no call takes. */
function bodiesOf(schema: z.ZodType, isHeard: boolean): unknown[] {
  const valid = exampleBody(schemaOf(schema));
  if (!isHeard) return [{ ...valid, ...PLANTED }, ...ODD, ...RAW];
  const twice = Object.entries(valid).map(
    ([name, value]) => `{"${name}":${JSON.stringify(value)},"${name}":{"a":1},"__proto__":{"isAdmin":true}}`,
  );
  return [{ ...valid, ...PLANTED }, ...ODD, ...variantsOf(valid), ...twice, ...RAW];
}

const calls = all.flatMap((endpoint) =>
  WHO.map((who) => [`${endpoint.method} ${endpoint.path}`, who, endpoint] as const),
);

test.each(calls)(
  '(15) %s responds to %s as the contract says, for any input',
  async (name, who, endpoint) => {
    const visitor = await somebody(who);
    const { cookie, id } = visitor;
    const call = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
      // A call may end the session or the account; the next one gets new ones.
      visitor.cookie = cookie;
      const answer = await visitor.call(endpoint.method, path, body, { ...elsewhere(), ...headers });
      expectKnown(
        `${name} as ${who}: ${JSON.stringify(body)?.slice(0, 80)} ${JSON.stringify(headers)}`,
        answer,
      );
    };
    const path = pathOf(endpoint, '00000000-0000-4000-8000-000000000000');
    for (const odd of ['x', '%00', '%ff', '%F0%9F%98%80', '..%2f..', '-1', "'", 'x'.repeat(300), '\u00e9']) {
      if (endpoint.params) await call(pathOf(endpoint, odd), endpoint.method === 'GET' ? undefined : {});
      const query = `?action=${odd}&action=${odd}&a[b]=1&__proto__[x]=1&limit=${odd}&${odd}`;
      await call(path + query, endpoint.method === 'GET' ? undefined : {});
    }
    if (endpoint.method === 'GET') return;
    if (endpoint.body)
      for (const body of bodiesOf(endpoint.body, isHeard(endpoint, who))) await call(path, body);
    for (const type of CONTENT_TYPES) await call(path, '{}', { 'Content-Type': type });
    await call(path, JSON.stringify({ a: 'x'.repeat(MEGABYTE) }));
    if (id) await expectUntouched(id, who === 'admin');
  },
);

/** Checks requirement 13 too: none of the planted fields took effect. */
async function expectUntouched(id: string, isAdmin: boolean): Promise<void> {
  const row = await site.database
    .selectFrom('users')
    .select(['isAdmin', 'points', 'erasedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (!row.erasedAt) expect(row).toMatchObject({ isAdmin, points: POINTS });
}

test('(15) odd cookies and headers cause no failure', async () => {
  for (const cookie of [
    'session=',
    'session=%00',
    `session=${'x'.repeat(4_000)}`,
    'session',
    '=;;=',
    'session=ü',
  ]) {
    const visitor = site.visitor();
    visitor.cookie = encodeURI(cookie);
    expectKnown(cookie, await visitor.get('/api/user'));
  }
  const agents = ['', 'x'.repeat(4_000), "'; drop table users; --"];
  for (const agent of agents) {
    const headers = {
      'User-Agent': agent,
      'X-Forwarded-For': 'unknown, ::ffff:1.2.3.4, 999.1.1.1',
      Accept: 'x',
    };
    const body = { username: 'odd@example.com', password: 'x' };
    expectKnown(agent, await site.visitor().post('/api/login', body, headers));
  }
});

test.each([
  ['GET', '/unsubscribe'],
  ['POST', '/unsubscribe'],
  ['GET', '/api/user/export'],
  ['GET', '/api/statement.csv'],
  ['GET', '/api/events'],
  ['GET', '/api/postbacks/sandbox'],
  ['POST', '/api/postbacks/sandbox'],
  ['GET', '/api/postbacks/%00'],
  ['GET', '/api/mission-postbacks/sandbox'],
  ['POST', '/api/mission-postbacks/sandbox'],
  ['POST', '/api/webhooks/sandbox'],
  ['POST', '/api/webhooks/stripe'],
  ['GET', '/api/openapi.json'],
  ['GET', '/no/such/page'],
])('(15) %s %s, which is not in the contract, handles odd input without a failure', async (method, path) => {
  const queries = ['token', 'tx', 'user_id', 'sig', 'points'].flatMap((name) =>
    ['', '%00', '%ff', '%F0%9F%98%80', 'x'.repeat(3_000), '-1', "'"].map(
      (odd) => `?${name}=${odd}&${name}=1`,
    ),
  );
  for (const query of ['', ...queries]) {
    const { status, text } = await plain(method, path + query, undefined);
    expect(status < 500, `${query.slice(0, 60)} -> ${status} ${text.slice(0, 200)}`).toBe(true);
    expect(text).not.toMatch(/node_modules|\.ts:\d/);
  }
  if (method === 'GET') return;
  for (const raw of [...RAW, 'token=%00', 'token=a&token=b', 'x'.repeat(10_000)]) {
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'text/xml',
    ]) {
      const { status, text } = await plain(method, path, raw, { 'Content-Type': type });
      expect(status < 500, `${raw.slice(0, 60)} as ${type} -> ${status} ${text.slice(0, 200)}`).toBe(true);
    }
  }
});

/** Sends one request whose response is not our JSON; a stream of events is closed at once. */
async function plain(method: string, path: string, body: string | undefined, headers: object = {}) {
  const answer = await fetch(site.url + path, {
    method,
    body,
    headers: { ...headers, ...elsewhere() },
  } as RequestInit);
  const isStream = answer.headers.get('content-type')?.includes('event-stream');
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, text: isStream ? '' : await answer.text() };
}
