import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { LAST_DAY_HOURS } from '#domain/redemption/stock/last-day.ts';

/** Moves cards to `expired` once their last day is over in every time zone; until then their owners can use them. */
export async function expireRedemptions(tx: Tx): Promise<void> {
  await tx
    .updateTable('cardRedemptions')
    .set({ status: 'expired' })
    .where('status', '=', 'issued')
    .where('expiresAt', '<=', sql<Date>`now() - make_interval(hours => ${LAST_DAY_HOURS})`)
    .execute();
}
