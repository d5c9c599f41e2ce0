import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fulfilRedemption, noteMade, watchReviews } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { issuerFolder, openRedemption, payoutRequest } from '#testing/redemption.ts';

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
