import { type Selectable, sql } from 'kysely';
import type { RiskRuleId } from '#contract/risk-rules.values.ts';
import type { Tx } from '#database/client.ts';
import type { CardRedemptions } from '#database/types.ts';
import { notify } from '#domain/notices/index.ts';
import type { RiskFacts } from '#domain/trust/index.ts';

/** A review ends at least this long before the promise, because the provider needs time too. */
const PROVIDER_HOURS = 1;

/**
 * Puts a redemption under review because these rules ask for it, before the provider is asked for anything: in the
 * transaction of its request, or of the address that it waits for. Returns what it changed.
 */
export async function holdForReview(
  tx: Tx,
  redemption: Pick<
    Selectable<CardRedemptions>,
    'id' | 'userId' | 'promisedBy' | 'amountCents' | 'pointsUsed'
  >,
  why: { rules: RiskRuleId[]; facts: RiskFacts },
  reviewHours: number,
): Promise<{ status: 'review'; reason: 'risk_review'; dueAt: Date }> {
  const { id, userId } = redemption;
  const change = { status: 'review', reason: 'risk_review' } as const;
  await tx.updateTable('cardRedemptions').set(change).where('id', '=', id).execute();
  const { dueAt } = await tx
    .insertInto('riskReviews')
    .values({
      redemptionId: id,
      userId,
      rules: why.rules,
      facts: JSON.stringify(why.facts),
      dueAt: sql`least(now() + make_interval(hours => ${reviewHours}),
        ${redemption.promisedBy}::timestamptz - make_interval(hours => ${PROVIDER_HOURS}))`,
    })
    .returning('dueAt')
    .executeTakeFirstOrThrow();
  const { amountCents, pointsUsed: points } = redemption;
  const data = { redemptionId: id, amountCents, points };
  await notify(tx, { key: `redemption_checked:${id}`, userId, kind: 'redemption_checked', data });
  return { ...change, dueAt };
}
