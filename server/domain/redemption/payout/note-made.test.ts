import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  decideReview,
  fulfilRedemption,
  noteMade,
  TOLD_REASON,
  watchReviews,
} from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { endLease, issuerFolder, openRedemption, payoutRequest } from '#testing/redemption.ts';

const { database, transact } = await testDatabase();
const providers = [new SandboxIssuer({ dataDir: await issuerFolder() })];
const noticesOf = (userId: string) =>
  database.selectFrom('notices').select(['key', 'deliveredAt']).where('userId', '=', userId).execute();

test('a member who was told of a reward before a restore is not told again when it is issued', async () => {
  const { id, memberId } = await openRedemption(database);
  await transact((tx) => noteMade(tx, { redemptionId: id, ref: 'made', customer: undefined }));
  await fulfilRedemption({ transact, providers, report: () => {} }, id);
  const { status } = await database
    .selectFrom('cardRedemptions')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(status).toBe('issued');
  expect(await noticesOf(memberId)).toEqual([
    { key: `redemption_issued:${id}`, deliveredAt: expect.any(Date) },
  ]);
});

test('a review is decided by its reward: no end of its time gives the points back', async () => {
  const { id, memberId, status } = await openRedemption(database, { points: 6_000 });
  expect(status).toBe('review');
  const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });
  const request = payoutRequest({ redemptionId: id });
  const made = await issuer.prepare(request);
  if (made.t !== 'prepared') throw new Error(made.t);
  await issuer.commit(request, made.ref);
  await database
    .updateTable('cardRedemptions')
    .set({ attempts: 1, unansweredSince: sql`now()`, lastUnansweredAt: sql`now()` })
    .where('id', '=', id)
    .execute();
  await database
    .updateTable('riskReviews')
    .set({ dueAt: sql`now()` })
    .where('redemptionId', '=', id)
    .execute();
  await transact((tx) => noteMade(tx, { redemptionId: id, ref: made.ref, customer: undefined }));
  await watchReviews(transact, 'refund');
  await fulfilRedemption({ transact, providers: [issuer], report: () => {} }, id);
  const redemption = await database
    .selectFrom('cardRedemptions')
    .innerJoin('users', 'users.id', 'userId')
    .innerJoin('riskReviews', 'redemptionId', 'cardRedemptions.id')
    .select(['status', 'providerRef', 'points', 'decision', 'decidedBy'])
    .where('cardRedemptions.id', '=', id)
    .executeTakeFirstOrThrow();
  expect(redemption).toEqual({
    ...{ status: 'issued', providerRef: made.ref, points: 5_900 },
    ...{ decision: 'pay', decidedBy: null },
  });
  expect((await noticesOf(memberId)).filter(({ key }) => !key.startsWith('redemption_checked:'))).toEqual([
    { key: `redemption_issued:${id}`, deliveredAt: expect.any(Date) },
  ]);
});

/** As in a restored site: a review that was open at the backup, and may have been paid since. */
async function openReview() {
  const { id, memberId } = await openRedemption(database, { points: 6_000 });
  await database
    .updateTable('cardRedemptions')
    .set({ attempts: 1, unansweredSince: sql`now()`, lastUnansweredAt: sql`now()` })
    .where('id', '=', id)
    .execute();
  const issuer = new SandboxIssuer({ dataDir: await issuerFolder() });
  const run = () => fulfilRedemption({ transact, providers: [issuer], report: () => {} }, id);
  const now = () =>
    database
      .selectFrom('cardRedemptions')
      .innerJoin('users', 'users.id', 'userId')
      .select(['status', 'points', sql.raw(TOLD_REASON).as('reason')])
      .where('cardRedemptions.id', '=', id)
      .executeTakeFirstOrThrow();
  const admin = await createMember(database, { isAdmin: true });
  const returnedBy = {
    staff: () =>
      transact((tx) =>
        decideReview(tx, { redemptionId: id, decision: 'refund', text: 'No.', adminId: admin.id }),
      ),
    time: async () => {
      await database
        .updateTable('riskReviews')
        .set({ dueAt: sql`now()` })
        .where('redemptionId', '=', id)
        .execute();
      await watchReviews(transact, 'refund');
    },
  };
  return { id, memberId, issuer, run, now, returnedBy };
}

test.each([
  ['staff', 'redemption_refused', 'staff_refused'],
  ['time', 'review_lapsed', 'review_lapsed'],
] as const)(
  'a review that may have been paid since the backup, returned by %s, gives the points back once nothing is found',
  async (by, kind, reason) => {
    const { id, memberId, run, now, returnedBy } = await openReview();
    await returnedBy[by]();
    expect(await now()).toMatchObject({ status: 'pending', points: 5_900 });
    // The site was away for so long that the promise has passed.
    await database
      .updateTable('cardRedemptions')
      .set({ promisedBy: sql`now() - interval '1 hour'` })
      .where('id', '=', id)
      .execute();
    await run();
    // A call of before may still be carried out.
    expect(await now()).toEqual({ status: 'review', points: 5_900, reason: 'answer_missing' });
    await endLease(database, id);
    await database
      .updateTable('fulfilments')
      .set({ decidedAt: sql`now() - interval '11 minutes'` })
      .where('redemptionId', '=', id)
      .execute();
    await run();
    expect(await now()).toEqual({ status: 'failed', points: 6_000, reason });
    const told = await database.selectFrom('notices').select('kind').where('userId', '=', memberId).execute();
    expect(told.map((notice) => notice.kind).sort()).toEqual(['redemption_checked', kind].sort());
  },
);

test.each(['staff', 'time'] as const)(
  'a review that may have been paid since the backup, returned by %s, gives no points beside its reward',
  async (by) => {
    const { id, issuer, run, now, returnedBy } = await openReview();
    const request = payoutRequest({ redemptionId: id });
    const made = await issuer.prepare(request);
    if (made.t !== 'prepared') throw new Error(made.t);
    await issuer.commit(request, made.ref);
    await returnedBy[by]();
    await run();
    expect(await now()).toEqual({ status: 'issued', points: 5_900, reason: null });
  },
);

test('of an award the notice of the award counts as sent', async () => {
  const { id } = await openRedemption(database);
  const member = await createMember(database);
  const award = await database
    .insertInto('cashRewards')
    .values({ userId: member.id, amountCents: 100, cardTier: '1USD' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database
    .updateTable('cardRedemptions')
    .set({ awardId: award.id, pointsUsed: 0, userId: member.id })
    .where('id', '=', id)
    .execute();
  await transact((tx) => noteMade(tx, { redemptionId: id, ref: 'made', customer: undefined }));
  expect(await noticesOf(member.id)).toEqual([
    { key: `award_issued:${award.id}`, deliveredAt: expect.any(Date) },
  ]);
});
