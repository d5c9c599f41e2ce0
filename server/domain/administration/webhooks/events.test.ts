import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { WEBHOOK_DATA, WebhookBody } from '#contract/webhooks.events.ts';
import { WEBHOOK_EVENTS, type WebhookEventType } from '#contract/webhooks.values.ts';
import { adjustPoints, decideClaim } from '#domain/administration/approvals/index.ts';
import { fileClaim } from '#domain/earning/index.ts';
import {
  DEPARTED,
  memberAccount,
  post,
  proveLedger,
  type Transfer,
  wallAccount,
} from '#domain/ledger/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import {
  checkReward,
  fulfilRedemption,
  type PayoutProvider,
  recordAward,
  startAward,
  watchReviews,
} from '#domain/redemption/index.ts';
import { pauseMember, resumeMember } from '#domain/trust/index.ts';
import { type SandboxFault, SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { readConfig } from '#server/config/config.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, MAILBOX_KEY } from '#testing/factories.ts';
import { issuerFolder, openRedemption, servedBy } from '#testing/redemption.ts';
import { collectEvents } from './collect.ts';
import { createWebhook } from './index.ts';

/** The events that the triggers of the database and the reader of the ledger write, for every kind of fact. */

const { database, transact } = await testDatabase();
const admin = await createMember(database, { isAdmin: true });
const issuer = (fault?: SandboxFault) => new SandboxIssuer({ dataDir: folder, fault: () => fault });
const folder = await issuerFolder();
const sender = { accepts: () => true, post: () => Promise.reject(new Error('nothing is sent')) };
await transact((tx) =>
  createWebhook(
    tx,
    { sender, key: randomBytes(32) },
    { url: 'https://crm.example/', description: '', events: WEBHOOK_EVENTS, adminId: admin.id },
  ),
);
afterAll(async () => expect(await proveLedger(database)).toEqual([]));

/** The data of the events about a member, by type. */
async function eventsOf(memberId: string) {
  await collectEvents(transact);
  const rows = await database
    .selectFrom('webhookEvents')
    .select(['type', 'happenedAt', 'data'])
    .where('memberId', '=', memberId)
    // The points that tests give to members are adjustments without a reason.
    .where((where) =>
      where.or([where('type', '<>', 'points.adjusted'), sql<boolean>`data->>'reason' is not null`]),
    )
    .orderBy('happenedAt')
    .orderBy('type')
    .execute();
  for (const { type, data, happenedAt } of rows) {
    WebhookBody.parse({ type, timestamp: happenedAt.toISOString(), data });
    WEBHOOK_DATA[type as WebhookEventType].parse(data);
  }
  return Object.fromEntries(rows.map(({ type, data }) => [type, data]));
}
const withdraw = (redemptionId: string, unused: boolean) => {
  const fate = async () => ({ t: 'withdrawn', unused });
  const provider = { id: 'sandbox', fate } as unknown as PayoutProvider;
  return checkReward({ transact, providers: [provider] }, redemptionId);
};
const fulfil = (id: string, fault?: SandboxFault) =>
  fulfilRedemption({ transact, providers: [issuer(fault)], report: () => {} }, id);

test('a member joins, is paused, resumes and leaves', async () => {
  const { id } = await createMember(database);
  await transact((tx) =>
    pauseMember(tx, { userId: id, reason: 'region', text: 'Private', adminId: admin.id }),
  );
  await transact((tx) => resumeMember(tx, { userId: id, adminId: admin.id }));
  await transact((tx) =>
    pauseMember(tx, { userId: id, reason: 'region', text: 'Private', adminId: admin.id }),
  );
  await transact((tx) => eraseAccount(tx, id, MAILBOX_KEY));
  expect(await eventsOf(id)).toEqual({
    'member.created': { memberId: id },
    'member.paused': { memberId: id, reason: 'region' },
    'member.resumed': { memberId: id },
    'member.deleted': { memberId: id },
  });
});

test('a task is credited and taken back, a claim is granted, and staff adjust points', async () => {
  const { id } = await createMember(database);
  const taskId = randomUUID();
  const move = (kind: 'credit' | 'reversal'): Transfer => {
    const [wall, member] = [wallAccount('cpx'), memberAccount(id)];
    const sides = kind === 'credit' ? { from: wall, to: member } : { from: member, to: wall };
    return {
      key: `${kind}:cpx:${taskId}`,
      unit: 'points',
      amount: 50,
      kind,
      reference: taskId,
      actor: wall,
      ...sides,
      mayOverdraw: true,
    };
  };
  for (const kind of ['credit', 'reversal'] as const) await transact((tx) => post(tx, [move(kind)]));
  const adjustment = { memberId: id, adminId: admin.id, requestId: randomUUID(), points: 30 };
  const twoPeople = readConfig({}).twoPeople;
  const asked = { ...adjustment, reasonCode: 'goodwill', text: 'Private', byKey: false } as const;
  await transact((tx) => adjustPoints(tx, asked, twoPeople));
  const told = await eventsOf(id);
  const task = { memberId: id, taskId, source: 'cpx', points: 50 };
  expect(told).toEqual({
    'member.created': { memberId: id },
    'task.credited': { ...task, balance: 50 },
    'task.reversed': { ...task, balance: 0 },
    'points.adjusted': {
      memberId: id,
      adjustmentId: expect.any(String),
      points: 30,
      reason: 'goodwill',
      balance: 30,
    },
  });

  const claimant = await createMember(database);
  const about = { kind: 'wall', wall: 'cpx', title: 'Private' } as const;
  const claim = await transact((tx) =>
    fileClaim(tx, claimant.id, { about, happenedAt: new Date(), text: 'Private' }, ['cpx']),
  );
  await transact((tx) =>
    decideClaim(
      tx,
      { claimId: claim.id, decision: 'granted', answer: 'Private', points: 7, adminId: admin.id },
      { twoPeople, thresholdPoints: 100 },
    ),
  );
  const granted = await database
    .selectFrom('tasks')
    .select('id')
    .where('userId', '=', claimant.id)
    .executeTakeFirstOrThrow();
  expect((await eventsOf(claimant.id))['task.credited']).toEqual({
    memberId: claimant.id,
    taskId: granted.id,
    source: 'cpx',
    points: 7,
    balance: 7,
  });
});

test('a redemption is issued and taken back, used or unused, or fails', async () => {
  for (const [unused, reason, pointsReturned] of [
    [true, 'withdrawn_unused', 100],
    [false, 'withdrawn_used', 0],
  ] as const) {
    const { id, memberId } = await openRedemption(database);
    await fulfil(id);
    await withdraw(id, unused);
    const about = { memberId, redemptionId: id, rewardId: expect.any(String), rewardKind: 'prepaid_card' };
    const asked = { ...about, amountCents: 100, points: 100 };
    const told = await eventsOf(memberId);
    expect(told['redemption.requested']).toEqual(asked);
    expect(told['redemption.issued']).toEqual(asked);
    expect(told['redemption.reversed']).toEqual({ ...asked, reason, pointsReturned });
  }
  const { id, memberId } = await openRedemption(database);
  await fulfil(id, 'refuse');
  expect((await eventsOf(memberId))['redemption.failed']).toMatchObject({
    reason: 'provider_refused',
    points: 100,
    pointsReturned: 100,
  });
});

test('a redemption that fails because nobody decided its review says so', async () => {
  const { id, memberId } = await openRedemption(database, { points: 6_000 });
  await sql`update risk_reviews set due_at = now() where redemption_id = ${id}`.execute(database);
  await watchReviews(transact, 'refund');
  expect((await eventsOf(memberId))['redemption.failed']).toMatchObject({
    reason: 'review_lapsed',
    pointsReturned: 100,
  });
});

test('an award is issued and taken back, or fails', async () => {
  const give = async () => {
    const member = await createMember(database);
    const request = { memberId: member.id, adminId: admin.id, requestId: randomUUID(), reason: 'Private' };
    const award = await transact(async (tx) => {
      const recorded = await recordAward(tx, { ...request, cardTier: '5USD' });
      await startAward(tx, recorded.award, servedBy());
      return recorded.award;
    });
    const { id } = await database
      .selectFrom('cardRedemptions')
      .select('id')
      .where('awardId', '=', award.id)
      .executeTakeFirstOrThrow();
    return { id, about: { memberId: member.id, awardId: award.id, redemptionId: id, amountCents: 500 } };
  };
  const good = await give();
  await fulfil(good.id);
  await withdraw(good.id, true);
  const { 'member.created': _, ...told } = await eventsOf(good.about.memberId);
  expect(told).toEqual({
    'award.issued': good.about,
    'award.reversed': { ...good.about, reason: 'withdrawn_unused' },
  });
  const bad = await give();
  await fulfil(bad.id, 'refuse');
  expect((await eventsOf(bad.about.memberId))['award.failed']).toEqual({
    ...bad.about,
    reason: 'provider_refused',
  });
});

test('every type of event is covered above', async () => {
  const rows = await database.selectFrom('webhookEvents').select('type').distinct().execute();
  expect(rows.map(({ type }) => type).toSorted()).toEqual(WEBHOOK_EVENTS.toSorted());
});

test('points that a wall takes back of a former member are told to nobody', async () => {
  const reference = randomUUID();
  const from = DEPARTED;
  const taken = {
    key: `reversal:${reference}`,
    unit: 'points',
    from,
    to: wallAccount('plain'),
    amount: 5,
  } as const;
  await transact((tx) => post(tx, [{ ...taken, kind: 'reversal', reference, actor: 'wall:plain' }]));
  await collectEvents(transact);
  const { rows } = await sql`select from webhook_events where data->>'taskId' = ${reference}`.execute(
    database,
  );
  expect(rows).toEqual([]);
});
