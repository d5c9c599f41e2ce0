import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Access, AnyEndpoint, CallLimit } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { LIMITS } from '#domain/trust/index.ts';
import { openApi } from '#server/http/docs/openapi.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer, type Visitor } from '#testing/server.ts';

/** Requirement 11 over the whole contract: a call that names a limit is refused beyond it. */

const site = await startTestServer();
const all: AnyEndpoint[] = [...endpoints];
const { paths } = openApi('Pocketful', 'https://rewards.example');
const limited = all.flatMap((endpoint) => (endpoint.limit ? [{ endpoint, limit: endpoint.limit }] : []));
const named = limited.map(
  ({ endpoint, limit }) => [`${endpoint.method} ${endpoint.path}`, endpoint, limit] as const,
);

/** Somebody who may make the calls of this kind. */
async function someone(access: Access = 'member'): Promise<Visitor> {
  const visitor = site.visitor();
  const member = await createMember(site.database, { isAdmin: access === 'admin' });
  visitor.cookie = await signIn(site.database, member);
  return visitor;
}

/** Sends the example of the reference, which the call takes. */
function send(visitor: Visitor, { method, path }: AnyEndpoint) {
  const example = paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.example;
  return visitor.call(method, path.replace('{id}', randomUUID()), example);
}

/** Sends it until it is not put off, as a busy server does before it counts a call, or after. */
async function sendUntilTaken(visitor: Visitor, endpoint: AnyEndpoint) {
  for (;;) {
    const answer = await send(visitor, endpoint);
    if (answer.status !== 503) return answer;
  }
}

/** Uses a limit up to its last point. */
async function exhaust(visitor: Visitor, endpoint: AnyEndpoint, limit: CallLimit) {
  const calls = Array.from({ length: LIMITS[limit].points }, () => send(visitor, endpoint));
  const answers = await Promise.all(calls);
  for (const { status, body } of answers) expect([status, body]).not.toEqual([429, expect.anything()]);
  for (const { status } of answers) if (status === 503) await sendUntilTaken(visitor, endpoint);
}

test('every limit for calls is named by a call', () => {
  const forCalls = Object.entries(LIMITS).flatMap(([name, limit]) => ('by' in limit ? [name] : []));
  expect(forCalls.sort()).toEqual([...new Set(limited.map(({ limit }) => limit))].sort());
  expect(forCalls.length).toBeGreaterThan(5);
});

test.each(named)(
  '(11) %s is refused beyond its limit, to that member or address alone',
  async (_, endpoint, limit) => {
    const [visitor, other] = [await someone(endpoint.access), await someone(endpoint.access)];
    await exhaust(visitor, endpoint, limit);
    const refused = await sendUntilTaken(visitor, endpoint);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await send(other, endpoint)).status).not.toBe(429);
  },
);

test('captcha challenges and solutions of one member share a limit', async () => {
  const visitor = await someone();
  const find = (path: string) => all.filter((endpoint) => endpoint.path === path);
  for (const endpoint of find('/api/captcha/challenge')) await exhaust(visitor, endpoint, 'captcha_member');
  for (const endpoint of find('/api/verify-captcha')) {
    const refused = await sendUntilTaken(visitor, endpoint);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
  }
  expect(find('/api/verify-captcha')).toHaveLength(1);
});
