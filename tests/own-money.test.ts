import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '#contract/api-keys.values.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { transactOn } from '#database/transaction.ts';
import { createKey, proveApprovals } from '#domain/administration/index.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { HELD_WALL } from '#testing/walls.ts';

/** One loop over the contract: no admin decides what they get themselves, by a session or by a key. */

const site = await startPostbackSite();
const { database, plain } = site;
afterAll(async () => expect(await proveApprovals(database)).toEqual([]));

const all: AnyEndpoint[] = [...endpoints];
const nameOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const changing = all.filter(({ access, method }) => access === 'admin' && method !== 'GET');
const marked = changing.filter(({ concerns }) => concerns === 'member_money');

/** Calls of staff that decide about no member's money, with the reason. */
const OTHERS: Record<string, string> = {
  'POST /api/admin/missions': 'is for all other members: who published or approved it earns nothing by it',
  'PUT /api/admin/missions/{id}/translations/{language}': 'changes words alone',
  'PUT /api/admin/rewards/{id}/translations/{language}': 'changes words alone',
  'PATCH /api/admin/missions/{id}':
    'is for all other members: who published or approved it earns nothing by it',
  'POST /api/admin/rewards': 'is for all members, at a price that is always its worth',
  'PATCH /api/admin/rewards/{id}': 'is for all members, at a price that is always its worth',
  'PUT /api/admin/rewards/{id}/picture': 'changes a picture alone',
  'PUT /api/admin/rewards/order': 'is an order on a screen',
  'POST /api/admin/rewards/{id}/stock': 'adds codes that the admin has, for whoever waits longest',
  'POST /api/admin/rewards/{id}/stock/void': 'takes codes out that nobody has',
  'DELETE /api/admin/users/{id}/sessions/{sessionId}': 'signs out, which everybody may do for themselves',
  'DELETE /api/admin/users/{id}/sessions': 'signs out, which everybody may do for themselves',
  'POST /api/admin/users/{id}/notices/{noticeId}/mail': "goes to the member's own address",
  'POST /api/admin/users/{id}/notes': 'is a note',
  'PUT /api/admin/risk-rules/{id}': 'is for all members, and pays nothing',
  'POST /api/admin/offer-rules': 'is for all members, and pays nothing',
  'PUT /api/admin/feeds/{wall}/categories': 'is for all members, and pays nothing',
  'DELETE /api/admin/offer-rules/{id}': 'is for all members, and pays nothing',
  'PUT /api/admin/walls/{wall}/pause': 'is for all members, and pays nothing',
  'DELETE /api/admin/walls/{wall}/pause': 'is for all members, and pays nothing',
  'POST /api/admin/walls/{wall}/test': 'credits nobody',
  'POST /api/admin/parked/{id}/closure': 'pays nothing',
  'POST /api/admin/staff':
    'is refused for who has a role, as every owner has; a new role waits before it approves',
  'PUT /api/admin/staff/{id}': 'is about a role, which waits before it approves',
  'DELETE /api/admin/staff/{id}': 'is about a role, which waits before it approves',
  'POST /api/admin/keys': 'makes what acts for its admin within their limits',
  'DELETE /api/admin/keys/{id}': 'ends what acts for its admin',
  'POST /api/admin/webhooks': 'tells of facts',
  'PATCH /api/admin/webhooks/{id}': 'tells of facts',
  'DELETE /api/admin/webhooks/{id}': 'tells of facts',
  'POST /api/admin/webhooks/{id}/secret': 'tells of facts',
  'POST /api/admin/webhooks/{id}/test': 'tells of facts',
  'POST /api/admin/webhooks/{id}/deliveries/{deliveryId}/resend': 'tells of facts',
  'POST /api/admin/webhooks/{id}/resend-failed': 'tells of facts',
};

async function admin() {
  const member = await createMember(database, { isAdmin: true, points: 500 });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  return { ...member, visitor };
}
type Admin = Awaited<ReturnType<typeof admin>>;
interface Own {
  path: string;
  body: object;
}

/** A redemption of the admin, which waits for a person or for a review. */
async function redemptionOf(userId: string, reason: 'risk_review' | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into card_redemptions (user_id, request_id, reward_id, reward_kind, reward_title, card_tier, amount_cents, points_used,
      provider, promised_by, status, reason)
    select ${userId}, gen_random_uuid(), id, kind, title, key, amount_cents, amount_cents, 'manual', now() + interval '2 days',
      ${reason === null ? 'pending' : 'review'}, ${reason}
    from rewards where key = '1USD' returning id`.execute(database);
  const id = rows[0]?.id ?? '';
  if (reason !== null) {
    await sql`insert into risk_reviews (redemption_id, user_id, rules, facts, due_at)
      values (${id}, ${userId}, '{unusual_speed}', '{}', now() + interval '1 day')`.execute(database);
  }
  return id;
}
async function claimOf({ visitor }: Admin): Promise<string> {
  const about = { kind: 'wall', wall: 'plain', title: 'The game' };
  const happenedAt = new Date(Date.now() - 60_000).toISOString();
  return (await visitor.post('/api/claims', { about, happenedAt, text: 'Nothing came.' })).body.id;
}
async function appealOf({ id, visitor }: Admin): Promise<string> {
  const pausedAt = new Date();
  const pause = { pausedAt, pausedReason: 'staff_review', pausedText: 'A look' };
  await database.updateTable('users').set(pause).where('id', '=', id).execute();
  await visitor.post('/api/user/appeal', { text: 'Why?' });
  const row = database.selectFrom('appeals').select('id').where('userId', '=', id);
  return (await row.executeTakeFirstOrThrow()).id;
}
async function approvalOf({ id }: Admin): Promise<string> {
  const other = await admin();
  const award = { cardTier: '20USD', amountUSD: 20, reason: 'For a friend', requestId: randomUUID() };
  const { body } = await other.visitor.post(`/api/admin/gift-cash/${id}`, award);
  const row = database.selectFrom('approvals').select('id').where('subjectId', '=', body.id);
  return (await row.executeTakeFirstOrThrow()).id;
}
/** A proven call of a wall for the admin's account, sent before the wall knew it. */
async function parkedOf({ id }: Admin, wall = 'plain', status = 1): Promise<string> {
  const code = randomUUID().replaceAll('-', '');
  const tx = randomUUID();
  await plain({ tx, user: code, points: 40, status }, wall);
  await database.insertInto('wallMembers').values({ wall, code, userId: id }).execute();
  const row = database.selectFrom('postbackLog').select('id').where('transactionId', '=', tx);
  return (await row.executeTakeFirstOrThrow()).id;
}
/** An alarm about the admin, as the member who earned most on a day. */
async function alarmOf({ id }: Admin): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into wall_alarms (wall, kind, day, value, threshold, user_id)
    values (${randomUUID()}, 'member', current_date, 900, 500, ${id}) returning id`.execute(database);
  return rows[0]?.id ?? '';
}
const fulfilment = async ({ id }: Admin, action: string, body: object = {}): Promise<Own> => {
  const redemptionId = await redemptionOf(id, null);
  // Assigned to the admin, so that only their own account stands in the way.
  await sql`insert into fulfilments (redemption_id, owner_id, owned_until)
    values (${redemptionId}, ${id}, now() + interval '10 minutes')`.execute(database);
  return { path: `/api/admin/fulfilments/${redemptionId}/${action}`, body };
};
const review = async ({ id }: Admin, action: string, body: object): Promise<Own> => ({
  path: `/api/admin/reviews/${await redemptionOf(id, 'risk_review')}/${action}`,
  body,
});

/** For each call, a case that concerns the caller. */
const OWN: Record<string, (me: Admin) => Promise<Own>> = {
  'POST /api/admin/gift-cash/{userId}': async ({ id }) => ({
    path: `/api/admin/gift-cash/${id}`,
    body: { cardTier: '1USD', amountUSD: 1, reason: 'For me', requestId: randomUUID() },
  }),
  'POST /api/admin/users/{id}/adjustments': async ({ id }) => ({
    path: `/api/admin/users/${id}/adjustments`,
    body: { points: 1, reasonCode: 'goodwill', text: 'For me', requestId: randomUUID() },
  }),
  'POST /api/admin/approvals/{id}/decision': async (me) => ({
    path: `/api/admin/approvals/${await approvalOf(me)}/decision`,
    body: { decision: 'approved' },
  }),
  'POST /api/admin/claims/{id}/decision': async (me) => ({
    path: `/api/admin/claims/${await claimOf(me)}/decision`,
    body: { decision: 'granted', answer: 'Yes.', points: 1 },
  }),
  'PUT /api/admin/claims/{id}/owner': async (me) => ({
    path: `/api/admin/claims/${await claimOf(me)}/owner`,
    body: { taken: true },
  }),
  'POST /api/admin/fulfilments/{id}/claim': (me) => fulfilment(me, 'claim'),
  'POST /api/admin/fulfilments/{id}/release': (me) => fulfilment(me, 'release'),
  'POST /api/admin/fulfilments/{id}/fulfil': (me) =>
    fulfilment(me, 'fulfil', { kind: 'code', code: 'ABC', pin: null, expiresOn: null }),
  'POST /api/admin/fulfilments/{id}/refuse': (me) => fulfilment(me, 'refuse', { reason: 'No.' }),
  'PUT /api/admin/reviews/{id}/owner': (me) => review(me, 'owner', { taken: true }),
  'POST /api/admin/reviews/{id}/question': (me) => review(me, 'question', { text: 'Who?' }),
  'POST /api/admin/reviews/{id}/decision': (me) => review(me, 'decision', { decision: 'pay' }),
  'POST /api/admin/users/{id}/pause': async ({ id }) => ({
    path: `/api/admin/users/${id}/pause`,
    body: { reason: 'staff_review', text: 'A milder one' },
  }),
  'DELETE /api/admin/users/{id}/pause': async (me) => {
    await appealOf(me);
    return { path: `/api/admin/users/${me.id}/pause`, body: {} };
  },
  'POST /api/admin/users/{id}/suspension': async ({ id }) => ({
    path: `/api/admin/users/${id}/suspension`,
    body: { reason: 'staff_review', text: 'A milder one' },
  }),
  'DELETE /api/admin/users/{id}/suspension': async ({ id }) => ({
    path: `/api/admin/users/${id}/suspension`,
    body: {},
  }),
  'POST /api/admin/redemptions/{id}/end': async (me) => {
    await appealOf(me);
    return { path: `/api/admin/redemptions/${await redemptionOf(me.id, null)}/end`, body: { text: 'No.' } };
  },
  'POST /api/admin/appeals/{id}/decision': async (me) => ({
    path: `/api/admin/appeals/${await appealOf(me)}/decision`,
    body: { decision: 'granted', answer: 'Yes.' },
  }),
  'PUT /api/admin/appeals/{id}/owner': async (me) => ({
    path: `/api/admin/appeals/${await appealOf(me)}/owner`,
    body: { taken: true },
  }),
  'POST /api/admin/parked/{id}/replay': async (me) => ({
    path: `/api/admin/parked/${await parkedOf(me)}/replay`,
    body: {},
  }),
  'PUT /api/admin/wall-alarms/{id}/note': async (me) => ({
    path: `/api/admin/wall-alarms/${await alarmOf(me)}/note`,
    body: { note: 'All is well.' },
  }),
};

const standingOf = async (id: string) => {
  const row = database
    .selectFrom('users')
    .select(['points', 'cashRewardedCents', 'pausedAt'])
    .where('id', '=', id);
  return row.executeTakeFirstOrThrow();
};
const keyFor = ({ id }: Admin, scopes: KeyScope[]) =>
  transactOn(database)(
    async (tx) => (await createKey(tx, { name: 'Own', scopes, days: 1, adminId: id })).key,
  );
const isScope = (permission: string | undefined): permission is KeyScope =>
  KEY_SCOPES.some((scope) => scope === permission);

test("every call by which staff change anything either concerns a member's money or is listed with a reason", () => {
  const others = changing.filter(({ concerns }) => concerns === undefined).map(nameOf);
  expect(Object.keys(OTHERS).sort()).toEqual(others.sort());
  expect(Object.keys(OWN).sort()).toEqual(marked.map(nameOf).sort());
  for (const { errors } of marked) expect(errors).toContain('approval_own');
});

test.each([
  ['pending', HELD_WALL, 1],
  ['taken back', 'plain', 2],
])('a call about oneself is not replayed either where its points are %s', async (_, wall, status) => {
  const me = await admin();
  const id = await parkedOf(me, wall, status);
  const answer = await me.visitor.post(`/api/admin/parked/${id}/replay`, {});
  expect([answer.status, answer.body.code]).toEqual([403, 'approval_own']);
  for (const table of ['tasks', 'webhookTransactions'] as const)
    expect(await database.selectFrom(table).select('id').where('userId', '=', me.id).execute()).toEqual([]);
});

test('a request that points are taken from oneself is not declined either, and stays open for the others', async () => {
  const [me, asker, third] = [await admin(), await admin(), await admin()];
  await credit(database, me.id, 3_000);
  const asked = { points: -3_000, reasonCode: 'fraud', text: 'Not yours.', requestId: randomUUID() };
  const { body } = await asker.visitor.post(`/api/admin/users/${me.id}/adjustments`, asked);
  const approval = database
    .selectFrom('approvals')
    .select(['id', 'decision'])
    .where('subjectId', '=', body.id);
  const { id } = await approval.executeTakeFirstOrThrow();
  const decide = async ({ visitor }: Admin, decision: 'approved' | 'declined') => {
    const answer = await visitor.post(`/api/admin/approvals/${id}/decision`, { decision });
    return [answer.status, answer.body.code];
  };
  for (const decision of ['declined', 'approved'] as const)
    expect(await decide(me, decision)).toEqual([403, 'approval_own']);
  expect((await approval.executeTakeFirstOrThrow()).decision).toBeNull();
  expect(await decide(third, 'approved')).toEqual([200, undefined]);
  expect((await standingOf(me.id)).points).toBe(500);
});

test('an alarm about oneself stays open for the others', async () => {
  const [me, other] = [await admin(), await admin()];
  const id = await alarmOf(me);
  const close = ({ visitor }: Admin) =>
    visitor.call('PUT', `/api/admin/wall-alarms/${id}/note`, { note: 'Looked at.' });
  expect((await close(me)).body.code).toBe('approval_own');
  expect((await close(other)).status).toBe(200);
});

describe.each(marked.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  const prepare = async () => {
    const me = await admin();
    const { path, body } = (await OWN[name]?.(me)) ?? { path: '', body: {} };
    const before = await standingOf(me.id);
    const call = (headers = {}) => me.visitor.call(endpoint.method, path, endpoint.body && body, headers);
    return { me, before, call };
  };

  test("is refused for one's own account, and changes nothing", async () => {
    const { me, before, call } = await prepare();
    const answer = await call();
    expect([answer.status, answer.body.code]).toEqual([403, 'approval_own']);
    expect(await standingOf(me.id)).toEqual(before);
  });

  test('is refused to a key for the account of its maker, and to a key without its scope', async () => {
    const { me, before, call } = await prepare();
    const by = async (scopes: KeyScope[]) => {
      const answer = await call({ Authorization: `Bearer ${await keyFor(me, scopes)}` });
      return [answer.status, answer.body.code];
    };
    const { permission } = endpoint;
    if (isScope(permission)) expect(await by([permission])).toEqual([403, 'approval_own']);
    expect(await by(KEY_SCOPES.filter((scope) => scope !== permission))).toEqual([403, 'scope_missing']);
    expect(await standingOf(me.id)).toEqual(before);
  });

  if (!endpoint.freshSignIn) return;
  test('asks for a fresh sign-in', async () => {
    const { me, call } = await prepare();
    await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${me.id}`.execute(
      database,
    );
    const answer = await call();
    expect([answer.status, answer.body.code]).toEqual([403, 'reauthentication_required']);
  });
});
