import { type Selectable, sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { CardRedemptions } from '#database/types.ts';
import { notify } from '#domain/notices/index.ts';
import { judge, readFacts, readRules } from '#domain/trust/index.ts';

/** A review ends at least this long before the promise, because the provider needs time too. */
const PROVIDER_HOURS = 1;

/**
 * Puts a redemption under review if a rule asks for it, in the transaction of its request, before the provider is asked
 * for anything. `balance` is the member's before the redemption. Returns what it changed, or undefined.
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
  const { amountCents, pointsUsed: points } = redemption;
  const data = { redemptionId: id, amountCents, points };
  await notify(tx, { key: `redemption_checked:${id}`, userId, kind: 'redemption_checked', data });
  return { ...change, dueAt };
}
