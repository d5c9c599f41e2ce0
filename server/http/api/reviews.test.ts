import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import {
  checkReward,
  type PayoutProvider,
  proveRedemptions,
  type Verdict,
  watchReviews,
} from '#domain/redemption/index.ts';
import { readConfig } from '#server/config/config.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, MAILBOX_KEY, signIn, takeBack } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { startTestServer } from '#testing/server.ts';
import { leaveToTest } from '#testing/timetable.ts';

const site = await startTestServer({ RISK_REVIEW_HOURS: '48' });
const { database } = site;
const transact = transactOn(database);
// It would end reviews by the setting of the site.
await leaveToTest(database, 'watch_reviews');

async function admin(staffRole: 'owner' | 'finance' | 'support' = 'finance') {
  const member = await createMember(database, { isAdmin: true, staffRole });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  const decide = (id: string, decision: Verdict, text?: string) =>
    visitor.post(`/api/admin/reviews/${id}/decision`, { decision, ...(text ? { text } : {}) });
  return { ...member, visitor, decide };
}

/** A new member with many points who asks for the first card, which the rule for new accounts holds. */
async function held(points = 6_000) {
  const member = await createMember(database, { points });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  await giveGrants(database, member.id, 'redemption');
  const { status, body } = await visitor.post('/api/redemptions', {
    cardTier: '1USD',
    requestId: randomUUID(),
  });
  expect(status).toBe(200);
  const shown = async () => (await visitor.get('/api/redemptions')).body[0];
  return { member, visitor, id: body.id as string, redemption: body, shown };
}
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
const statusOf = async (id: string) =>
  (
    await database
      .selectFrom('cardRedemptions')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;
const issued = (id: string) => vi.waitFor(async () => expect(await statusOf(id)).toBe('issued'), WAIT);
const noticesOf = async (userId: string, kind: string) =>
  (
    await database
      .selectFrom('notices')
      .select('id')
      .where('userId', '=', userId)
      .where('kind', '=', kind)
      .execute()
  ).length;
/** Moves the beginning of the review back by this many hours. */
const pass = (id: string, hours: number) =>
  sql`update risk_reviews set created_at = created_at - make_interval(hours => ${hours}),
    due_at = due_at - make_interval(hours => ${hours}) where redemption_id = ${id}`.execute(database);
const watch = (undecided: Verdict = 'pay') => watchReviews(transact, undecided);

afterEach(async () => {
  for (const prove of [proveLedger, proveRedemptions]) expect(await prove(database)).toEqual([]);
});

test('a rule holds a redemption with its points before the provider is asked, and the member sees until when', async () => {
  const { member, redemption, id, shown } = await held();
  expect(redemption).toMatchObject({ status: 'review', reason: 'risk_review' });
  // However long a review may take, the provider has an hour.
  expect(Date.parse(redemption.promisedBy) - Date.parse(redemption.review.dueAt)).toBe(3_600_000);
  expect((await shown()).review).toEqual(redemption.review);
  expect(await pointsOf(member.id)).toBe(5_900);
  expect(await noticesOf(member.id, 'redemption_checked')).toBe(1);
  const review = await database
    .selectFrom('riskReviews')
    .select(['rules', 'facts'])
    .where('redemptionId', '=', id)
    .executeTakeFirstOrThrow();
  expect(review.rules).toEqual(['new_account_large_balance']);
  expect(review.facts).toMatchObject({ balance: 6_000, accountHours: 0 });

  // No worker takes it, even when woken.
  await transactOn(database)((tx) =>
    sql`select graphile_worker.add_job('fulfil_redemption', ${JSON.stringify({ redemptionId: id })}::json)`.execute(
      tx,
    ),
  );
  await vi.waitFor(async () => {
    const jobs =
      await sql`select from graphile_worker.jobs where task_identifier = 'fulfil_redemption'`.execute(
        database,
      );
    expect(jobs.rows).toHaveLength(0);
  }, WAIT);
  expect(await statusOf(id)).toBe('review');
});

test('a redemption without a reason for a review is not held', async () => {
  const { redemption, id } = await held(4_999);
  expect(redemption).toMatchObject({ status: 'pending', reason: null, review: null });
  await issued(id);
});

test('a redemption that staff pay out continues with the worker', async () => {
  const { member, id } = await held();
  const ada = await admin();
  const [open] = (await ada.visitor.get('/api/admin/reviews')).body.filter(
    (entry: { id: string }) => entry.id === id,
  );
  expect(open).toMatchObject({ userId: member.id, decision: null, rules: ['new_account_large_balance'] });
  expect((await ada.decide(id, 'pay')).status).toBe(200);
  await issued(id);
  expect(await pointsOf(member.id)).toBe(5_900);
});

test('staff cannot decide on a redemption of their own', async () => {
  const { member, id } = await held();
  await sql`update users set is_admin = true, staff_role = 'finance', totp_enabled_at = now() where id = ${member.id}`.execute(
    database,
  );
  const self = site.visitor();
  self.cookie = await signIn(database, { id: member.id, isAdmin: true });
  const answer = await self.post(`/api/admin/reviews/${id}/decision`, { decision: 'pay' });
  expect([answer.status, answer.body.code]).toEqual([403, 'approval_own']);
  expect(await statusOf(id)).toBe('review');
});

test('staff give the points back with a reason, which the member reads', async () => {
  const { member, id, shown } = await held();
  const ada = await admin();
  expect((await ada.decide(id, 'refund')).body.fields).toEqual({ text: 'Required' });
  expect((await ada.decide(id, 'refund', 'Please add your own address first.')).status).toBe(200);
  expect(await shown()).toMatchObject({
    status: 'failed',
    reason: 'review_returned',
    message: 'Please add your own address first.',
  });
  expect(await pointsOf(member.id)).toBe(6_000);
  expect(await noticesOf(member.id, 'review_refunded')).toBe(1);
});

test('what staff note when they pay is shown to no member, also once the points come back', async () => {
  const { visitor, id, shown } = await held();
  const ada = await admin();
  expect((await ada.decide(id, 'pay', 'Same flat as another, watch this one.')).status).toBe(200);
  await issued(id);
  expect(await shown()).toMatchObject({ status: 'issued', message: null });
  const fate = async () => ({ t: 'withdrawn', unused: true });
  await checkReward({ transact, providers: [{ id: 'sandbox', fate } as unknown as PayoutProvider] }, id);
  expect(await shown()).toMatchObject({ status: 'reversed', message: null });
  const [back] = (await visitor.get('/api/statement')).body;
  expect(back).toMatchObject({ kind: 'given_back', points: 100, text: null });
});

test('exactly one counts of parallel decisions and the end of the time', async () => {
  const admins = await Promise.all(Array.from({ length: 4 }, () => admin()));
  for (let round = 0; round < 3; round++) {
    const { member, id } = await held();
    await pass(id, 48);
    const answers = await Promise.all([
      ...admins.map((one, index) => one.decide(id, (index + round) % 2 ? 'pay' : 'refund', 'A reason')),
      ...[watch('refund'), watch('pay')].map((run) => run.then(() => ({ status: 0 }))),
    ]);
    const accepted = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4 - accepted);
    expect(accepted).toBeLessThanOrEqual(1);
    const { decision } = await database
      .selectFrom('riskReviews')
      .select('decision')
      .where('redemptionId', '=', id)
      .executeTakeFirstOrThrow();
    if (decision === 'pay') await issued(id);
    else expect([await statusOf(id), await pointsOf(member.id)]).toEqual(['failed', 6_000]);
  }
});

test('owners get one notice when half of the time is over, but not earlier or after a decision', async () => {
  const owner = await createMember(database, { isAdmin: true });
  const [late, early, decided] = [await held(), await held(), await held()];
  await pass(late.id, 24);
  await pass(early.id, 23);
  await pass(decided.id, 24);
  await (await admin()).decide(decided.id, 'pay');
  await Promise.all([watch(), watch(), watch()]);
  expect(await noticesOf(owner.id, 'review_overdue')).toBe(1);
  const escalated = await database
    .selectFrom('riskReviews')
    .select('redemptionId')
    .where('escalatedAt', 'is not', null)
    .where('redemptionId', 'in', [late.id, early.id, decided.id])
    .execute();
  expect(escalated).toEqual([{ redemptionId: late.id }]);
  await issued(decided.id);
});

test.each([
  ['pay', 'issued', 5_900, null],
  ['refund', 'failed', 6_000, 'review_lapsed'],
] as const)(
  'a review without a decision ends by the setting: %s',
  async (undecided, status, points, reason) => {
    const { member, visitor, id, shown } = await held();
    await pass(id, 46);
    await watch(undecided);
    expect(await statusOf(id)).toBe('review');
    await pass(id, 2);
    await Promise.all([watch(undecided), watch(undecided), watch(undecided)]);
    await vi.waitFor(async () => expect(await statusOf(id)).toBe(status), WAIT);
    expect(await pointsOf(member.id)).toBe(points);
    expect(await noticesOf(member.id, 'review_lapsed')).toBe(undecided === 'refund' ? 1 : 0);
    expect(await shown()).toMatchObject({ reason, message: null });
    const [entry] = (await visitor.get('/api/statement')).body;
    expect([entry.reward.reason, entry.text]).toEqual([reason, null]);
  },
);

test('a review without a decision pays nothing to a member who was paused meanwhile', async () => {
  const { member, id, shown } = await held();
  await database
    .updateTable('users')
    .set({ pausedAt: new Date(), pausedReason: 'staff_review', pausedText: 'A look' })
    .where('id', '=', member.id)
    .execute();
  await pass(id, 48);
  await watch('pay');
  expect([await statusOf(id), await pointsOf(member.id)]).toEqual(['failed', 6_000]);
  expect(await shown()).toMatchObject({ reason: 'review_stopped', message: null });
  for (const [kind, count] of [
    ['review_stopped', 1],
    ['review_lapsed', 0],
  ] as const)
    expect([kind, await noticesOf(member.id, kind)]).toEqual([kind, count]);
});

test.each(['paused', 'suspended'] as const)(
  'staff cannot pay out to a member who is %s, but can give the points back',
  async (stop) => {
    const { member, id } = await held();
    const ada = await admin();
    await sql`update users set suspended_at = case when ${stop}::text = 'suspended' then now() end,
      paused_at = case when ${stop}::text = 'paused' then now() end,
      paused_reason = case when ${stop}::text = 'paused' then 'staff_review' end,
      paused_text = case when ${stop}::text = 'paused' then 'A look' end
    where id = ${member.id}`.execute(database);
    expect((await ada.decide(id, 'pay')).body.code).toBe(`member_${stop}`);
    expect(await statusOf(id)).toBe('review');
    expect((await ada.decide(id, 'refund', 'We end it.')).status).toBe(200);
    expect([await statusOf(id), await pointsOf(member.id)]).toEqual(['failed', 6_000]);
  },
);

test('staff see what a member owes now, and pay nothing out against a debt that they have not seen', async () => {
  const { member, id } = await held();
  const { visitor, decide } = await admin();
  const owed = async () =>
    (await visitor.get('/api/admin/reviews')).body.find((entry: { id: string }) => entry.id === id)
      .owedPoints;
  expect(await owed()).toBe(0);
  await takeBack(database, member.id, 6_000);
  expect((await decide(id, 'pay')).body.code).toBe('member_owes');
  expect([await statusOf(id), await owed()]).toEqual(['review', 100]);
  const pay = { decision: 'pay', owedPoints: 1_000 };
  expect((await visitor.post(`/api/admin/reviews/${id}/decision`, pay)).status).toBe(200);
  // The trail says what was owed, whatever the call said.
  const entry = database.selectFrom('auditEntries').select('after').where('subjectId', '=', id);
  expect(await entry.execute()).toEqual([{ after: { decision: 'pay', owedPoints: 100 } }]);
  await issued(id);
});

test('a review without a decision gives the points back to a member who owes points, whatever the operator chose', async () => {
  const { member, id, shown } = await held();
  await takeBack(database, member.id, 6_000);
  await pass(id, 48);
  await watch('pay');
  expect([await statusOf(id), await pointsOf(member.id)]).toEqual(['failed', 0]);
  expect(await shown()).toMatchObject({ reason: 'review_lapsed', message: null });
});

test('a review without a decision tries nothing for a member who has left', async () => {
  const { member, id } = await held();
  await transactOn(database)((tx) => eraseAccount(tx, member.id, MAILBOX_KEY));
  await pass(id, 48);
  await watch('pay');
  const row = await database
    .selectFrom('cardRedemptions')
    .select(['status', 'reason', 'exactReason', 'attempts'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const reasons = { reason: 'review_returned', exactReason: 'review_stopped' };
  expect(row).toEqual({ status: 'failed', ...reasons, attempts: 0 });
  const { rows } =
    await sql`select from graphile_worker.jobs where key = ${`fulfil_redemption:${id}`}`.execute(database);
  expect(rows).toEqual([]);
});

test('a review without a decision gives the points back unless the operator chooses to pay', () => {
  expect(readConfig({}).riskReview).toEqual({ hours: 47, undecided: 'refund' });
  expect(readConfig({ RISK_REVIEW_UNDECIDED: 'pay' }).riskReview.undecided).toBe('pay');
});

test('staff end the waiting redemption of a paused member by an API call, with the role and a fresh sign-in', async () => {
  const { member, id } = await held();
  const [ada, support] = [await admin(), await admin('support')];
  const end = (one: typeof ada, text = 'We end it.') =>
    one.visitor.post(`/api/admin/redemptions/${id}/end`, { text });
  expect((await end(support)).body.code).toBe('not_permitted');
  expect((await end(ada)).body.code).toBe('redemption_not_stopped');
  // Of a paused member, so that no worker takes it up meanwhile.
  await support.visitor.post(`/api/admin/users/${member.id}/pause`, {
    reason: 'staff_review',
    text: 'A look',
  });
  await sql`update risk_reviews set decision = 'pay', decided_at = now() where redemption_id = ${id}`.execute(
    database,
  );
  await sql`update card_redemptions set reason = null, status = 'pending' where id = ${id}`.execute(database);
  const [row] = (await ada.visitor.get(`/api/admin/users/${member.id}/rewards`)).body;
  expect(row).toMatchObject({ id, stop: 'paused', endable: true });
  await sql`update sessions set authenticated_at = now() - interval '1 hour' where user_id = ${ada.id}`.execute(
    database,
  );
  expect((await end(ada)).body.code).toBe('reauthentication_required');
  expect((await end(await admin())).status).toBe(200);
  await vi.waitFor(async () => expect(await statusOf(id)).toBe('failed'), WAIT);
  expect(await pointsOf(member.id)).toBe(6_000);
});

test('staff can ask once, and only the member can answer, once', async () => {
  const { id, visitor, shown } = await held();
  const [ada, stranger] = [await admin(), await held()];
  const answer = (from: typeof visitor, text = 'Yes, it is mine.') =>
    from.post(`/api/redemptions/${id}/review-answer`, { text });
  expect((await answer(visitor)).body.code).toBe('review_not_asked');
  const ask = () => ada.visitor.post(`/api/admin/reviews/${id}/question`, { text: 'Is it yours?' });
  const asked = await Promise.all([ask(), ask(), ask()]);
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await shown()).review).toMatchObject({ question: 'Is it yours?', answer: null });
  expect((await answer(stranger.visitor)).status).toBe(404);
  const answers = await Promise.all([answer(visitor), answer(visitor), answer(visitor)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await shown()).review.answer).toBe('Yes, it is mine.');
  await ada.decide(id, 'pay');
  await issued(id);
  expect((await answer(visitor)).body.code).toBe('review_decided');
});

test('staff read open reviews first, the next to end on top, and behind them the newest decisions', async () => {
  const ada = await admin();
  const ids: string[] = [];
  for (let i = 0; i < 4; i += 1) ids.push((await held()).id);
  const [later, sooner, decidedFirst, decidedLast] = ids as [string, string, string, string];
  await pass(sooner, 1);
  await ada.decide(decidedFirst, 'refund', 'It is not yours.');
  await ada.decide(decidedLast, 'refund', 'It is not yours.');
  const { body } = await ada.visitor.get('/api/admin/reviews');
  const listed = body.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id));
  expect(listed).toEqual([sooner, later, decidedLast, decidedFirst]);
});

test('a review shows its assignee, and another admin cannot take it over', async () => {
  const { id } = await held();
  const [ada, berta] = [await admin(), await admin()];
  const take = (one: typeof ada, taken: boolean) =>
    one.visitor.call('PUT', `/api/admin/reviews/${id}/owner`, { taken });
  const both = await Promise.all([take(ada, true), take(berta, true)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [winner, other] = both[0]?.status === 200 ? [ada, berta] : [berta, ada];
  expect((await take(other, false)).body.code).toBe('review_taken');
  expect((await take(winner, false)).status).toBe(200);
  expect((await take(other, true)).status).toBe(200);
});

test.each([
  ['is no longer staff', sql`is_admin = false, staff_role = null`],
  ['no longer has a role that decides reviews', sql`staff_role = 'support'`],
  ['is suspended', sql`suspended_at = now()`],
])('a review that was assigned to an admin who %s can be taken by another', async (_, change) => {
  const { id } = await held();
  const [ada, berta] = [await admin(), await admin()];
  const take = ({ visitor }: typeof ada) =>
    visitor.call('PUT', `/api/admin/reviews/${id}/owner`, { taken: true });
  const shown = async () =>
    (await berta.visitor.get('/api/admin/reviews')).body.find((one: { id: string }) => one.id === id);
  expect((await take(ada)).status).toBe(200);
  expect(await shown()).toMatchObject({ owner: ada.name, mine: false });
  await sql`update users set ${change} where id = ${ada.id}`.execute(database);
  expect(await shown()).toMatchObject({ owner: null, mine: false });
  expect((await take(berta)).status).toBe(200);
  expect(await shown()).toMatchObject({ owner: berta.name, mine: true });
});

test("a member's page has every decision about their redemptions, claims and appeals, and none about another's", async () => {
  const owner = await admin('owner');
  const ok = async (path: string, body: object) =>
    expect((await owner.visitor.post(`/api/admin/${path}`, body)).status).toBe(200);
  /** A member about whom four things are decided, and their subjects, the last one first. */
  const decidedAbout = async () => {
    const { member, visitor, id } = await held();
    const about = { kind: 'wall', wall: 'sandbox', title: 'The game' };
    const happenedAt = new Date(Date.now() - 3_600_000).toISOString();
    const { body: claim } = await visitor.post('/api/claims', { about, happenedAt, text: 'Nothing came.' });
    await ok(`claims/${claim.id}/decision`, { decision: 'granted', answer: 'Yes.', points: 75 });
    await ok(`reviews/${id}/decision`, { decision: 'refund', text: 'Not yet.' });
    await ok(`users/${member.id}/pause`, { reason: 'staff_review', text: 'A look' });
    await visitor.post('/api/user/appeal', { text: 'Why?' });
    const { body: appeals } = await owner.visitor.get('/api/admin/appeals');
    const appeal = appeals.find(({ userId }: { userId: string }) => userId === member.id);
    await ok(`appeals/${appeal.id}/decision`, { decision: 'kept', answer: 'We looked.' });
    const subjects = [`appeal ${appeal.id}`, `member ${member.id}`, `redemption ${id}`, `claim ${claim.id}`];
    return { member, subjects };
  };
  for (const { member, subjects } of [await decidedAbout(), await decidedAbout()]) {
    const path = `/api/admin/users/${member.id}/audit`;
    const subjectsOf = (entries: { subjectKind: string; subjectId: string }[]) =>
      entries.map(({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`);
    const { body: entries } = await owner.visitor.get(path);
    expect(subjectsOf(entries)).toEqual(subjects);
    const rest = await owner.visitor.get(`${path}?before=${entries[1].id}`);
    expect(subjectsOf(rest.body)).toEqual(subjects.slice(2));
  }
});

test('staff managers can switch and set a rule within its bounds, from the next redemption on', async () => {
  const [owner, finance] = [await admin('owner'), await admin()];
  const change = (one: typeof owner, body: object, id = 'new_account_large_balance') =>
    one.visitor.call('PUT', `/api/admin/risk-rules/${id}`, body);
  const parameters = { hours: 72, points: 5_000 };
  expect((await change(finance, { enabled: false, parameters })).body.code).toBe('not_permitted');
  for (const bad of [{ hours: 0 }, { ...parameters, points: 0 }, { ...parameters, other: 1 }]) {
    expect((await change(owner, { enabled: true, parameters: bad })).status).toBe(400);
  }
  expect((await change(owner, { enabled: true, parameters }, 'nothing')).status).toBe(400);
  expect((await change(owner, { enabled: false, parameters })).status).toBe(200);
  expect((await held()).redemption.status).toBe('pending');
  expect((await change(owner, { enabled: true, parameters: { hours: 72, points: 7_000 } })).status).toBe(200);
  expect((await held()).redemption.status).toBe('pending');
  expect((await held(7_000)).redemption.status).toBe('review');
  const shown = (await owner.visitor.get('/api/admin/risk-rules')).body[0];
  expect(shown).toMatchObject({ enabled: true, parameters: { points: { value: 7_000, fallback: 5_000 } } });
  await change(owner, { enabled: true, parameters });
});

test('a switch keeps the numbers that another owner has set, and a number the switch and the other numbers', async () => {
  const [ada, berta] = [await admin('owner'), await admin('owner')];
  const path = '/api/admin/risk-rules/new_account_large_balance';
  const change = async ({ visitor }: typeof ada, body: object) => {
    expect((await visitor.call('PUT', path, body)).status).toBe(200);
    const [{ enabled, parameters }] = (await visitor.get('/api/admin/risk-rules')).body;
    return [enabled, parameters.hours.value, parameters.points.value];
  };
  expect(await change(berta, { parameters: { points: 500 } })).toEqual([true, 72, 500]);
  expect(await change(ada, { parameters: { hours: 48 } })).toEqual([true, 48, 500]);
  expect(await change(berta, { enabled: false })).toEqual([false, 48, 500]);
  expect(await change(ada, { parameters: { hours: 72 } })).toEqual([false, 72, 500]);
  const [last] = (await ada.visitor.get('/api/admin/audit')).body;
  expect(last).toMatchObject({
    before: { enabled: false, parameters: { hours: 48, points: 500 } },
    after: { enabled: false, parameters: { hours: 72, points: 500 } },
  });
  const all = { enabled: true, parameters: { hours: 72, points: 5_000 } };
  expect(await change(ada, all)).toEqual([true, 72, 5_000]);
});

test('rules are tried on past redemptions without changing anything', async () => {
  const owner = await admin('owner');
  const trial = async (query = '') => (await owner.visitor.get(`/api/admin/risk-trial${query}`)).body;
  const ruleOf = (body: { rules: { id: string }[] }) =>
    body.rules.find(({ id }) => id === 'new_account_large_balance');
  const before = await trial();
  const [bad, good] = [await held(20_000), await held(20_000)];
  await database
    .updateTable('users')
    .set({ suspendedAt: new Date() })
    .where('id', '=', bad.member.id)
    .execute();
  const asIs = await trial();
  expect(asIs.redemptions).toBe(before.redemptions + 2);
  const other = `?rule=new_account_large_balance&parameters=${encodeURIComponent('{"hours":72,"points":20000}')}`;
  const stricter = await trial(other);
  expect(ruleOf(stricter)).toMatchObject({ reviewed: 2, turnedBad: 1 });
  expect((ruleOf(stricter) as unknown as { examples: string[] }).examples.sort()).toEqual(
    [bad.id, good.id].sort(),
  );
  expect((await owner.visitor.get(`/api/admin/risk-trial${other}00`)).status).toBe(400);
  expect(await trial()).toEqual(asIs);
  // A rule that is off is tried too, and counts in no sum.
  const turn = (enabled: boolean) =>
    owner.visitor.call('PUT', '/api/admin/risk-rules/new_account_large_balance', {
      enabled,
      parameters: { hours: 72, points: 5_000 },
    });
  expect((await turn(false)).status).toBe(200);
  const off = await trial();
  expect(ruleOf(off)).toEqual({ ...ruleOf(asIs), enabled: false });
  expect(off.together.reviewed).toBeLessThan(asIs.together.reviewed);
  await turn(true);
});
