import { type Selectable, sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { CardRedemptions } from '#database/types.ts';
import { notify } from '#domain/notices/index.ts';
import { judge, readFacts, readRules } from '#domain/trust/index.ts';

/** A review ends so long before the promise at the latest: the provider needs some time too. */
const PROVIDER_HOURS = 1;

/**
 * Lets a person look at a redemption before the provider is asked, if a rule wants that: in the transaction that asked for
 * it, so that nothing is under way yet which would have to be stopped. `balance` is the member's before it. Answers what
 * it changed, or undefined.
 */
export async function holdIfRisky(
  tx: Tx,
  redemption: Selectable<CardRedemptions>,
  balance: number,
  reviewHours: number,
): Promise<{ status: 'review'; reason: 'risk_review'; dueAt: Date } | undefined> {
  const { id, userId, createdAt: at } = redemption;
  const facts = (await readFacts(tx, [{ id, userId, at, balance }])).get(id);
  const rules = facts ? judge(facts, await readRules(tx)) : [];
  if (rules.length === 0) return undefined;
  const change = { status: 'review', reason: 'risk_review' } as const;
  await tx.updateTable('cardRedemptions').set(change).where('id', '=', id).execute();
  const { dueAt } = await tx
    .insertInto('riskReviews')
    .values({
      redemptionId: id,
      userId,
      rules,
      facts: JSON.stringify(facts),
      dueAt: sql`least(now() + make_interval(hours => ${reviewHours}),
        ${redemption.promisedBy}::timestamptz - make_interval(hours => ${PROVIDER_HOURS}))`,
    })
    .returning('dueAt')
    .executeTakeFirstOrThrow();
  const { amountUsd, pointsUsed: points } = redemption;
  const data = { redemptionId: id, amountUsd, points };
  await notify(tx, { key: `redemption_checked:${id}`, userId, kind: 'redemption_checked', data });
  return { ...change, dueAt };
}
