import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { STAFF_PAGE } from '#contract/staff.values.ts';
import { transactOn } from '#database/transaction.ts';
import { createKey } from '#domain/administration/index.ts';
import { LIMITS } from '#domain/trust/index.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

/** What holds for every call of the API, see docs/api.md. */

const server = await startTestServer();
const admin = await createMember(server.database, { isAdmin: true });
const all: AnyEndpoint[] = [...endpoints];
const PROBLEM = { Accept: 'application/problem+json' };

const makeKey = async () =>
  transactOn(server.database)(
    async (tx) =>
      (
        await createKey(tx, {
          name: randomUUID(),
          scopes: ['site.read', 'members.read'],
          days: 1,
          adminId: admin.id,
        })
      ).key,
  );

test('every address of a call refuses other methods with 405 and names its own', async () => {
  const byPath = Map.groupBy(all, ({ path }) => path);
  for (const [path, calls] of byPath) {
    const own = calls.map(({ method }) => String(method));
    const refused = await server.visitor().call('PROPFIND', path.replaceAll(/\{\w+\}/g, 'x'));
    expect([path, refused.status, refused.body.code]).toEqual([path, 405, 'method_not_allowed']);
    expect(refused.headers.get('allow')?.split(', '), path).toEqual(expect.arrayContaining(own));
  }
  expect(byPath.size).toBeGreaterThan(100);
});

test('Allow names nothing more than an address takes, and an unknown address is not found', async () => {
  const refused = await server.visitor().call('PUT', '/api/tasks');
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
  const unknown = await server.visitor().call('PUT', '/api/nothing');
  expect([unknown.status, unknown.headers.get('allow')]).toEqual([404, null]);
  // Outside of the API an address can be hidden.
  expect((await server.visitor().call('PUT', '/metrics')).status).toBe(404);
});

test('a refusal is a problem of RFC 9457 for callers who name it, with the same code and text', async () => {
  const visitor = server.visitor();
  const call = (accept: string) => visitor.call('POST', '/api/login', { username: '' }, { Accept: accept });
  const plain = await call('application/json');
  expect(plain.headers.get('content-type')).toBe('application/json');
  expect(plain.body).toEqual({
    error: 'Please check the highlighted fields.',
    code: 'invalid_input',
    fields: { username: expect.any(String), password: expect.any(String) },
  });
  for (const accept of [
    'application/problem+json',
    'application/json, application/problem+json',
    'Application/Problem+JSON;q=0.5, text/html',
  ]) {
    const { headers, status, body } = await call(accept);
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json']);
    expect(headers.get('vary')).toContain('Accept');
    expect(JSON.parse(body)).toEqual({
      type: '/api/docs#invalid_input',
      title: 'Invalid input',
      status: 400,
      detail: plain.body.error,
      instance: `urn:uuid:${headers.get('x-request-id')}`,
      ...plain.body,
    });
  }
  for (const accept of [
    '*/*',
    '',
    'application/*',
    'application/json, application/problem+json;q=0.1',
    'application/problem+json;q=0',
  ]) {
    expect((await call(accept)).headers.get('content-type'), accept).toBe('application/json');
  }
});

test('the type of a problem leads to the explanation of its code', async () => {
  const { body } = await server.visitor().call('GET', '/api/user', undefined, PROBLEM);
  const { type } = JSON.parse(body);
  const page = await (await fetch(server.url + type)).text();
  expect(page).toContain(`id="${new URL(type, server.url).hash.slice(1)}"`);
});

test('a call by key says what is left of its limit, and one beyond it that nothing is', async () => {
  const headers = { Authorization: `Bearer ${await makeKey()}` };
  const stats = () => server.visitor().call('GET', '/api/admin/stats', undefined, headers);
  const first = await stats();
  expect(first.headers.get('ratelimit-policy')).toBe('"api_key";q=600;w=60');
  expect(first.headers.get('ratelimit')).toMatch(/^"api_key";r=599;t=\d+$/);
  await server.database
    .updateTable('rateLimits')
    .set({
      points: LIMITS.api_key.points,
      // The minute of the limit begins anew, as it may be over on a busy machine.
      expire: sql`(extract(epoch from clock_timestamp()) * 1000)::bigint + 60000`,
    })
    .where('key', 'like', 'api_key:%')
    .execute();
  const refused = await stats();
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit')).toBe(`"api_key";r=0;t=${refused.headers.get('retry-after')}`);
});

test('a call with a limit of its own says what is left, and guesses of passwords are not told', async () => {
  const member = server.visitor();
  member.cookie = await signIn(server.database, await createMember(server.database));
  const { headers } = await member.call('GET', '/api/captcha/challenge');
  expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([
    '"captcha_member";q=120;w=600',
    expect.stringMatching(/^"captcha_member";r=119;t=\d+$/),
  ]);
  const guess = () =>
    server.visitor('198.51.100.7').post('/api/login', { username: 'a@example.com', password: 'wrong' });
  for (let n = 0; n < LIMITS.login_ip_email.points; n++) await guess();
  const refused = await guess();
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([429, null]);
});

test('a list with pages leads from each to the next, keeps the other parameters and shows every entry once', async () => {
  const headers = { Authorization: `Bearer ${await makeKey()}` };
  const member = await createMember(server.database);
  for (let n = 0; n < STAFF_PAGE + 1; n++) await credit(server.database, member.id, 1);
  const walk = async (path: string) => {
    const seen: { id: string }[] = [];
    const lengths: number[] = [];
    for (let next: string | undefined = path; next; ) {
      const page = await server.visitor().call('GET', next, undefined, headers);
      expect([next, page.status]).toEqual([next, 200]);
      seen.push(...page.body);
      lengths.push(page.body.length);
      next = /^<(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    return lengths;
  };
  expect(await walk(`/api/admin/users/${member.id}/transfers`)).toEqual([STAFF_PAGE, 1]);
  const count = await server.database.selectFrom('users').select('id').execute();
  const members = await walk('/api/admin/users?limit=2&order=points&direction=asc');
  expect(members.every((length) => length <= 2)).toBe(true);
  expect(members.reduce((a, b) => a + b)).toBe(count.length);
});
