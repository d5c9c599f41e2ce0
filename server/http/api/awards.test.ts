import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { proveApprovals, verifyAuditTrail } from '#domain/administration/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { proveAwards, proveRedemptions } from '#domain/redemption/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();
const { database } = site;

async function admin(staffRole: 'owner' | 'finance' | 'support' = 'finance') {
  const member = await createMember(database, { isAdmin: true, staffRole });
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  const give = (userId: string, tier: string, more: object = {}) =>
    visitor.post(`/api/admin/gift-cash/${userId}`, {
      cardTier: tier,
      amountUSD: Number.parseInt(tier, 10),
      reason: 'Thank you',
      requestId: randomUUID(),
      ...more,
    });
  const adjust = (userId: string, points: number, more: object = {}) =>
    visitor.post(`/api/admin/users/${userId}/adjustments`, {
      points,
      reasonCode: 'goodwill',
      text: 'For the trouble',
      requestId: randomUUID(),
      ...more,
    });
  const decide = (id: string, decision: 'approved' | 'declined') =>
    visitor.post(`/api/admin/approvals/${id}/decision`, { decision });
  const queue = async () => (await visitor.get('/api/admin/approvals')).body;
  return { ...member, visitor, give, adjust, decide, queue };
}
const awardOf = (id: string) =>
  database.selectFrom('cashRewards').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const memberOf = (id: string) =>
  database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const approvalOf = async (subjectId: string) =>
  (
    await database
      .selectFrom('approvals')
      .select('id')
      .where('subjectId', '=', subjectId)
      .executeTakeFirstOrThrow()
  ).id;
const PAUSED = { pausedAt: new Date(), pausedReason: 'staff_review', pausedText: 'A look' };
const issued = (id: string) =>
  vi.waitFor(async () => expect((await awardOf(id)).status).toBe('issued'), WAIT);

afterEach(async () => {
  for (const prove of [proveLedger, proveRedemptions, proveAwards, proveApprovals, verifyAuditTrail])
    expect(await prove(database)).toEqual([]);
});

test('an award becomes a card of the member without using points, and is mailed', async () => {
  const [ada, member] = [await admin(), await createMember(database, { points: 30 })];
  const { status, body } = await ada.give(member.id, '5USD');
  expect([status, body.standing]).toEqual([200, 'done']);
  await issued(body.id);
  const { points, cashRewardedCents, cardTierLastChosen, lastRewardedAt } = await memberOf(member.id);
  expect([points, cashRewardedCents, cardTierLastChosen]).toEqual([30, 500, '5USD']);
  expect(lastRewardedAt).not.toBeNull();
  const [mail] = await site.mails(member.email);
  expect(mail?.subject).toContain('$5 card');
  expect(mail?.text).toContain('Thank you');

  // The first redemption has not happened yet.
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  expect((await visitor.get('/api/rewards')).body.firstRedemption).toBe(true);
  const trail = await database
    .selectFrom('auditEntries')
    .select(['actor', 'after'])
    .where('subjectId', '=', member.id)
    .execute();
  expect(trail).toEqual([
    {
      actor: ada.id,
      after: { awardId: body.id, cardTier: '5USD', amountCents: 500, standing: 'done' },
    },
  ]);
});

test('20 parallel repeats of an award pay once, and the same id for anything else is refused', async () => {
  const [ada, member] = [await admin(), await createMember(database)];
  const requestId = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ada.give(member.id, '10USD', { requestId })),
  );
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id ?? body.code}`))).toEqual(
    new Set([`200 ${answers[0]?.body.id}`]),
  );
  await issued(answers[0]?.body.id);
  expect((await memberOf(member.id)).cashRewardedCents).toBe(1000);
  for (const other of [{ reason: 'Another' }, { cardTier: '1USD', amountUSD: 1 }]) {
    expect((await ada.give(member.id, '10USD', { requestId, ...other })).body.code).toBe('request_id_reused');
  }
  const stranger = await createMember(database);
  expect((await ada.give(stranger.id, '10USD', { requestId })).body.code).toBe('request_id_reused');
});

test('a request that a system repeats by the key of another admin is carried out once', async () => {
  const [ada, berta, member] = [await admin(), await admin(), await createMember(database)];
  const requestId = randomUUID();
  const [given, adjusted] = [
    await ada.give(member.id, '10USD', { requestId }),
    await ada.adjust(member.id, 40, { requestId }),
  ];
  await issued(given.body.id);
  expect((await berta.give(member.id, '10USD', { requestId })).body).toEqual(given.body);
  expect((await berta.adjust(member.id, 40, { requestId })).body).toEqual(adjusted.body);
  expect(await memberOf(member.id)).toMatchObject({ cashRewardedCents: 1000, points: 40 });
  expect((await berta.give(member.id, '5USD', { requestId })).body.code).toBe('request_id_reused');
  expect((await berta.adjust(member.id, 41, { requestId })).body.code).toBe('request_id_reused');
});

test('the specified body is enough: a reason and a request id may be left out, which the trail names, and a repeat pays once', async () => {
  const [ada, member] = [await admin(), await createMember(database)];
  const body = { cardTier: '5USD', amountUSD: 5 };
  const send = (asked: object = body) => ada.visitor.post(`/api/admin/gift-cash/${member.id}`, asked);
  const answers = await Promise.all(Array.from({ length: 5 }, () => send()));
  const ids = new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`));
  expect(ids).toEqual(new Set([`200 ${answers[0]?.body.id}`]));
  await issued(answers[0]?.body.id);
  expect((await memberOf(member.id)).cashRewardedCents).toBe(500);
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, member);
  const [redemption] = (await visitor.get('/api/redemptions')).body;
  expect(redemption.award).toEqual({ reason: '' });
  const trail = await database
    .selectFrom('auditEntries')
    .select('after')
    .where('subjectId', '=', member.id)
    .execute();
  expect(trail).toHaveLength(5);
  for (const { after } of trail) expect(after).toMatchObject({ defaults: ['reason', 'requestId'] });

  // Another amount, another reason and an id of its own are other awards.
  const others = [
    { ...body, reason: 'Another' },
    { cardTier: '1USD', amountUSD: 1 },
    { ...body, requestId: randomUUID() },
  ];
  for (const other of others) {
    const answer = await send(other);
    expect([answer.status, answer.body.id === answers[0]?.body.id]).toEqual([200, false]);
  }
});

test('an empty reason or an amount of another tier gives nothing', async () => {
  const [ada, member] = [await admin(), await createMember(database)];
  expect((await ada.give(member.id, '5USD', { reason: ' ' })).body.fields).toEqual({ reason: 'Required' });
  for (const amountUSD of [500, 10, 4.99, -5]) {
    expect((await ada.give(member.id, '5USD', { amountUSD })).body.fields).toHaveProperty('amountUSD');
  }
  const header = await ada.visitor.post(
    `/api/admin/gift-cash/${member.id}`,
    { cardTier: '1USD', amountUSD: 1, reason: 'By header' },
    { 'Idempotency-Key': randomUUID() },
  );
  expect(header.status).toBe(200);
  await issued(header.body.id);
});

test('members who are paused, suspended or gone get no award, and the response says why', async () => {
  const ada = await admin();
  const states = [
    [PAUSED, 'member_paused'],
    [{ suspendedAt: new Date() }, 'member_suspended'],
    [{ erasedAt: new Date() }, 'not_found'],
  ] as const;
  for (const [state, code] of states) {
    const member = await createMember(database);
    await database.updateTable('users').set(state).where('id', '=', member.id).execute();
    expect((await ada.give(member.id, '1USD')).body.code).toBe(code);
  }
  expect((await ada.give(randomUUID(), '1USD')).body.code).toBe('not_found');
});

test('a large award moves nothing until another admin approves it', async () => {
  const [ada, berta, member] = [await admin(), await admin(), await createMember(database)];
  const { body } = await ada.give(member.id, '20USD');
  expect(body.standing).toBe('awaiting_approval');
  expect((await awardOf(body.id)).status).toBe('awaiting_approval');
  const id = await approvalOf(body.id);
  expect((await ada.queue()).find((entry: { id: string }) => entry.id === id)).toMatchObject({
    state: 'open',
    mayApprove: false,
    userId: member.id,
    asked: { kind: 'award', cardTier: '20USD', amountUSD: 2000 },
  });
  expect((await ada.decide(id, 'approved')).body.code).toBe('approval_own');
  expect((await berta.decide(id, 'approved')).status).toBe(200);
  await issued(body.id);
  expect((await memberOf(member.id)).cashRewardedCents).toBe(2000);
});

test('small awards of one admin to one member within a day add up to a large one', async () => {
  const [ada, member] = [await admin(), await createMember(database)];
  const first = await ada.give(member.id, '10USD');
  const second = await ada.give(member.id, '10USD');
  expect([first.body.standing, second.body.standing]).toEqual(['done', 'awaiting_approval']);
  await issued(first.body.id);
});

test('an award to oneself is refused at any amount, and no admin approves an award to themself', async () => {
  const [ada, berta] = [await admin(), await admin()];
  const own = await ada.give(ada.id, '1USD');
  expect([own.status, own.body.code]).toEqual([403, 'approval_own']);
  const forBerta = await ada.give(berta.id, '20USD');
  expect((await berta.decide(await approvalOf(forBerta.body.id), 'approved')).body.code).toBe('approval_own');
  // The admin who asked may withdraw the request.
  expect((await ada.decide(await approvalOf(forBerta.body.id), 'declined')).status).toBe(200);
  expect((await awardOf(forBerta.body.id)).status).toBe('declined');
});

test('exactly one of several parallel decisions counts', async () => {
  const ada = await admin();
  const others = await Promise.all(Array.from({ length: 6 }, () => admin()));
  for (const round of [0, 1, 2]) {
    const member = await createMember(database);
    const { body } = await ada.give(member.id, '20USD');
    const id = await approvalOf(body.id);
    const answers = await Promise.all(
      others.map((other, index) => other.decide(id, (index + round) % 2 ? 'approved' : 'declined')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const { decision } = await database
      .selectFrom('approvals')
      .select('decision')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    if (decision === 'approved') await issued(body.id);
    else expect((await awardOf(body.id)).status).toBe('declined');
  }
});

test('an expired request is shown as such and cannot be carried out', async () => {
  const [ada, berta, member] = [await admin(), await admin(), await createMember(database)];
  const today = () => new Date().toISOString().slice(0, 10);
  const from = today();
  const { body } = await ada.give(member.id, '20USD');
  const id = await approvalOf(body.id);
  await database.updateTable('approvals').set({ expiresAt: sql`now()` }).where('id', '=', id).execute();
  expect((await berta.decide(id, 'approved')).body.code).toBe('approval_expired');
  const shown = (await berta.queue()).find((entry: { id: string }) => entry.id === id);
  expect([shown.state, shown.mayApprove]).toEqual(['expired', false]);
  // The award is shown as expired wherever it is listed.
  const listed = async (path: string) =>
    (await ada.visitor.get(path)).body.find((entry: { id: string }) => entry.id === body.id);
  expect(await listed('/api/admin/awards')).toMatchObject({ status: 'expired', cause: 'not_approved' });
  expect((await listed(`/api/admin/users/${member.id}/rewards`)).status).toBe('expired');
  const csv: string = (await ada.visitor.get(`/api/admin/exports/awards.csv?from=${from}&to=${today()}`))
    .body;
  expect(csv.split('\r\n').find((line) => line.startsWith(body.id))).toContain(',expired,');
});

test('an award whose member was paused meanwhile cannot be approved, and stays open', async () => {
  const [ada, berta, member] = [await admin(), await admin(), await createMember(database)];
  const id = await approvalOf((await ada.give(member.id, '20USD')).body.id);
  await database.updateTable('users').set(PAUSED).where('id', '=', member.id).execute();
  expect((await berta.decide(id, 'approved')).body.code).toBe('member_paused');
  expect((await berta.decide(id, 'declined')).status).toBe(200);
});

test('an adjustment moves the balance once, in both directions, and is mailed with its reason', async () => {
  const [ada, member] = [await admin(), await createMember(database, { points: 100 })];
  const requestId = randomUUID();
  const repeats = await Promise.all(
    Array.from({ length: 20 }, () => ada.adjust(member.id, 50, { requestId })),
  );
  expect(new Set(repeats.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await memberOf(member.id)).points).toBe(150);
  expect((await ada.adjust(member.id, 51, { requestId })).body.code).toBe('request_id_reused');
  await ada.adjust(member.id, -150);
  expect((await memberOf(member.id)).points).toBe(0);
  const subjects = (await site.mails(member.email, 2)).map(({ subject }) => subject);
  expect(subjects.sort()).toEqual([
    '$1.50 taken from your balance',
    expect.stringContaining('You got $0.50'),
  ]);
});

test('adjustments never take more than the balance, even in parallel', async () => {
  const [ada, member] = [await admin(), await createMember(database, { points: 100 })];
  const answers = await Promise.all(Array.from({ length: 8 }, () => ada.adjust(member.id, -30)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.filter(({ body }) => body.code === 'balance_too_low')).toHaveLength(5);
  expect((await memberOf(member.id)).points).toBe(10);
  expect((await ada.adjust(member.id, 0)).status).toBe(400);
  expect((await ada.adjust(member.id, 0.5)).status).toBe(400);
});

test("a large adjustment waits for another admin, and one of one's own points is refused", async () => {
  const [ada, berta] = [await admin(), await admin('owner')];
  const member = await createMember(database);
  expect((await ada.adjust(member.id, 2000)).body.standing).toBe('done');
  const more = await ada.adjust(member.id, 1);
  expect(more.body.standing).toBe('awaiting_approval');
  expect((await berta.decide(await approvalOf(more.body.id), 'approved')).status).toBe(200);
  expect((await memberOf(member.id)).points).toBe(2001);
  for (const points of [1, -1]) expect((await ada.adjust(ada.id, points)).body.code).toBe('approval_own');

  // The balance may no longer cover it at the time of the approval.
  const taken = await ada.adjust(member.id, -2001);
  await berta.adjust(member.id, -1);
  const id = await approvalOf(taken.body.id);
  expect((await berta.decide(id, 'approved')).body.code).toBe('balance_too_low');
  expect((await berta.decide(id, 'declined')).status).toBe(200);
});

test('giving needs the role and a fresh sign-in', async () => {
  const [support, ada, member] = [await admin('support'), await admin(), await createMember(database)];
  expect((await support.give(member.id, '1USD')).body.code).toBe('not_permitted');
  expect((await support.adjust(member.id, 5)).body.code).toBe('not_permitted');
  await database
    .updateTable('sessions')
    .set({ authenticatedAt: sql`now() - interval '1 hour'` })
    .where('userId', '=', ada.id)
    .execute();
  for (const answer of [await ada.give(member.id, '1USD'), await ada.adjust(member.id, 5)]) {
    expect(answer.body.code).toBe('reauthentication_required');
  }
});
