import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { notify } from '#domain/notices/index.ts';
import { endReview, type Verdict } from './decide.ts';

/** Most reviews that one run ends; the next run takes the rest. */
const ENDED_MAX = 500;

/** Notifies owners about reviews whose time is half over, and ends overdue reviews. Safe to run in parallel. */
export async function watchReviews(transact: Transact, undecided: Verdict): Promise<void> {
  await transact(escalate);
  const due = await transact((tx) =>
    tx
      .selectFrom('riskReviews')
      .select('redemptionId')
      .where('decision', 'is', null)
      .where('dueAt', '<=', sql<Date>`now()`)
      .orderBy('dueAt')
      .limit(ENDED_MAX)
      .execute(),
  );
  for (const { redemptionId } of due) await transact((tx) => endReview(tx, redemptionId, undecided));
}

/** Once per review. */
async function escalate(tx: Tx): Promise<void> {
  const { rows } = await sql<{ redemptionId: string; amountCents: number; ownerId: string }>`
    with late as (
      update risk_reviews v set escalated_at = now()
      where decision is null and escalated_at is null and due_at > now()
        and now() >= created_at + (due_at - created_at) / 2
      returning redemption_id
    )
    select late.redemption_id, r.amount_cents, u.id as owner_id
    from late join card_redemptions r on r.id = late.redemption_id
    cross join users u where u.staff_role = 'owner'
    order by late.redemption_id, u.id`.execute(tx);
  for (const { redemptionId, amountCents, ownerId } of rows) {
    await notify(tx, {
      key: `review_overdue:${redemptionId}:${ownerId}`,
      userId: ownerId,
      kind: 'review_overdue',
      data: { amountCents },
    });
  }
}
