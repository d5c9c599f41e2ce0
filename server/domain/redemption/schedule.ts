import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { enqueue } from '#database/queue.ts';

/** The sweep leaves a redemption to its own job for this long. */
const GRACE_SECONDS = 2;
/** Redemptions that one sweep asks for again; the next one takes the rest. */
const SWEEP_MAX = 1_000;

/** Asks for a run of the redemption, now or at a time. A waiting job of the same redemption is replaced. */
export async function enqueueFulfilment(
  tx: Tx,
  redemptionId: string,
  when: { runAt?: Date; keepRunAt?: boolean } = {},
): Promise<void> {
  const key = `fulfil_redemption:${redemptionId}`;
  await enqueue(tx, 'fulfil_redemption', { redemptionId }, { key, ...when });
}

/**
 * Ends the pause of an open redemption, whose next run then comes at once. While a worker has it, that run follows
 * the worker's. Answers whether it is open.
 */
export async function wakeRedemption(tx: Tx, redemptionId: string): Promise<boolean> {
  const { rows } = await sql<{ resting: boolean }>`
    update card_redemptions set woken = true, leased_until = case when resting then now() else leased_until end
    where id = ${redemptionId} and status in ('pending', 'processing', 'review') returning resting`.execute(
    tx,
  );
  const [open] = rows;
  if (open?.resting) await enqueueFulfilment(tx, redemptionId);
  return open !== undefined;
}

/**
 * Asks again for every open redemption that nobody works on: its worker was killed, or its job ran while a dead worker's
 * lease still lasted. Harmless at any time: a redemption is worked on by whoever holds its lease. Answers how many it
 * asked for.
 */
export async function recoverRedemptions(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select id from card_redemptions
    where status in ('pending', 'processing', 'review') and reason is distinct from 'risk_review'
      and coalesce(leased_until, created_at) < now() - make_interval(secs => ${GRACE_SECONDS})
    order by created_at limit ${SWEEP_MAX}`.execute(tx);
  for (const { id } of rows) await enqueueFulfilment(tx, id, { keepRunAt: true });
  return rows.length;
}

/** Moves cards that are past their date to `expired`. */
export async function expireRedemptions(tx: Tx): Promise<void> {
  await tx
    .updateTable('cardRedemptions')
    .set({ status: 'expired' })
    .where('status', '=', 'issued')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute();
}
