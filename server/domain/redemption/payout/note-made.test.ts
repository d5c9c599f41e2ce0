import { expect, test } from 'vitest';
import { fulfilRedemption, noteMade } from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { issuerFolder, openRedemption } from '#testing/redemption.ts';

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
