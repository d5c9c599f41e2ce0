import type { Tx } from '#database/client.ts';
import { notifiedBefore } from '#domain/notices/index.ts';

/**
 * Records that the member of an open redemption was told of its reward already, by the site that this database is a
 * restored backup of: the run that finds the reward tells nobody again.
 */
export async function noteTold(tx: Tx, redemptionId: string): Promise<void> {
  const redemption = await tx
    .selectFrom('cardRedemptions')
    .select(['userId', 'amountCents', 'pointsUsed', 'awardId'])
    .where('id', '=', redemptionId)
    .executeTakeFirstOrThrow();
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
