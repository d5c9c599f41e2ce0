import type { Tx } from '#database/client.ts';
import { lockMemberOf } from '#domain/common/lock-member.ts';
import { notifiedBefore } from '#domain/notices/index.ts';
import { payMade } from '#domain/redemption/reviews/decide.ts';
import { keepCustomer } from './lease.ts';
import type { UnknownReward } from './reconcile.ts';

/**
 * Records that the reward of an open redemption was made, and its member told, by the site that this database is a restored
 * backup of: the next run looks it up under the same names, and tells nobody again. A review of it is decided, as the reward
 * shows that somebody had decided to pay.
 */
export async function noteMade(
  tx: Tx,
  { redemptionId, ref, customer }: Pick<UnknownReward, 'redemptionId' | 'ref' | 'customer'>,
): Promise<void> {
  await lockMemberOf(tx, 'card_redemptions', redemptionId);
  const redemption = await tx
    .updateTable('cardRedemptions')
    .set({ providerRef: ref, ...(customer === undefined ? {} : { providerCustomer: customer }) })
    .where('id', '=', redemptionId)
    .returning(['userId', 'amountCents', 'pointsUsed', 'awardId'])
    .executeTakeFirstOrThrow();
  if (customer !== undefined) await keepCustomer(tx, redemption.userId, customer);
  await payMade(tx, redemptionId);
  const { userId, amountCents, pointsUsed: points, awardId } = redemption;
  await notifiedBefore(
    tx,
    awardId === null
      ? {
          key: `redemption_issued:${redemptionId}`,
          userId,
          kind: 'redemption_issued',
          data: { redemptionId, amountCents, points },
        }
      : {
          key: `award_issued:${awardId}`,
          userId,
          kind: 'award_issued',
          data: { amountCents, text: '' },
        },
  );
}
