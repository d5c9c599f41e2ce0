import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyEndpoint, endpoint } from '#contract/endpoint.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Attempt, Limits } from '#domain/trust/index.ts';
import type { Env } from './env.ts';
import { implement, type RequestContext, type SessionMember } from './implement.ts';
import { mount } from './mount.ts';

const member: SessionMember = {
  id: 'somebody',
  isAdmin: false,
  staffRole: null,
  hasTwoFactor: false,
  lacksPasskey: false,
  staffSite: null,
  isFresh: false,
};
const stale = async (): Promise<object> => {
  throw new Refusal('reauthentication_required');
};
const open = async (_: unknown, { setSession }: RequestContext): Promise<object> => {
  setSession({ token: 'a token', expiresAt: new Date() });
  return {};
};

/**
 * Calls an endpoint with these properties and this handler. Returns the response, the session that the handler set and
 * the attempts that were counted. `full`: every limit is used up.
 */
async function answerOf(more: Partial<AnyEndpoint>, handle: typeof open, full = false) {
  const app = new Hono<Env>();
  let session: unknown;
  app.use((c, next) => {
    c.set('member', member);
    const setSession = (given: unknown) => {
      session = given;
    };
    c.set('request', { setSession, ip: '192.0.2.1' } as unknown as RequestContext);
    return next();
  });
  app.onError((error, c) => c.text(error instanceof Refusal ? error.code : error.message, 500));
  const described = endpoint({
    method: 'POST',
    path: '/api/thing',
    access: 'member',
    summary: 'A thing',
    errors: [],
    output: z.object({}),
    ...more,
  } as AnyEndpoint);
  const counted: Attempt[] = [];
  const limits = {
    take: async (attempt: Attempt) => {
      counted.push(attempt);
      if (full) throw new Refusal('too_many_requests');
      return { left: 2, seconds: 60 };
    },
  } as unknown as Limits;
  const transact: Transact = (work) => work(undefined as never);
  const database = undefined as never;
  mount(app, [implement(described).with(handle as never)], {
    database,
    transact,
    limits,
    memory: { forget: () => {} },
  });
  const answer = await app.request('/api/thing', { method: 'POST' });
  return { text: await answer.text(), session, counted, headers: answer.headers };
}

test('(9) a handler can ask for a fresh sign-in only if the contract says so', async () => {
  expect(await answerOf({}, stale)).toMatchObject({ text: expect.stringContaining('does not name') });
  expect(await answerOf({ errors: ['wrong_password'] }, stale)).toMatchObject({
    text: expect.stringContaining('answered reauthentication_required'),
  });
  expect(await answerOf({ freshSignIn: { when: 'at times' } }, stale)).toMatchObject({
    text: 'reauthentication_required',
  });
  // With `true` it is checked before the handler runs.
  expect(await answerOf({ freshSignIn: true }, open)).toMatchObject({
    counted: [],
    text: 'reauthentication_required',
    session: undefined,
  });
});

test('(7) a handler can touch the session only if the contract says so', async () => {
  expect(await answerOf({}, open)).toMatchObject({
    counted: [],
    text: 'POST /api/thing touches the session, which its contract does not name',
    session: undefined,
  });
  expect((await answerOf({ session: 'rotates' }, open)).session).toMatchObject({ token: 'a token' });
});

test('(11) the limit that a contract names is counted by member or by address before the handler runs', async () => {
  const member = await answerOf({ limit: 'claim_user', session: 'opens' }, open);
  expect(member.counted).toEqual([['claim_user', 'somebody']]);
  const address = await answerOf({ limit: 'appeal_ip', access: 'public', session: 'opens' }, open);
  expect(address.counted).toEqual([['appeal_ip', '192.0.2.1']]);
  const refused = await answerOf({ limit: 'claim_user', session: 'opens' }, open, true);
  expect(refused).toMatchObject({ text: 'too_many_requests', session: undefined });
});

test('a call that will be taken away says since when and until when', async () => {
  const deprecated = { since: '2027-01-31', until: '2027-07-31', instead: '`GET /api/other`' };
  const { headers } = await answerOf({ deprecated, session: 'opens' }, open);
  expect([headers.get('deprecation'), headers.get('sunset')]).toEqual([
    '@1801353600',
    'Sat, 31 Jul 2027 00:00:00 GMT',
  ]);
  expect((await answerOf({ session: 'opens' }, open)).headers.get('deprecation')).toBeNull();
});
