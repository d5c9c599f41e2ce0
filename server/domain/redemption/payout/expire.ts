import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import type { Transact } from '#database/transaction.ts';
import { LAST_DAY_HOURS } from '#domain/redemption/stock/last-day.ts';

/** Most rewards per transaction. */
const STEP = 2_000;

/**
 * Moves rewards to `expired` once their last day is over in every time zone; until then their owners can use them. One that
 * somebody else changes right now waits for the next time.
 */
export async function expireRedemptions(transact: Transact, step = STEP): Promise<void> {
  let expired: number;
  do expired = await transact((tx) => expireSome(tx, step));
  while (expired > 0);
}

/** Returns how many have expired. */
async function expireSome(tx: Tx, step: number): Promise<number> {
  const { rows } = await sql<{ id: string; userId: string }>`
    update card_redemptions set status = 'expired'
    where id = any(array(
      select id from card_redemptions
      where status = 'issued' and expires_at <= now() - make_interval(hours => ${LAST_DAY_HOURS})
      order by expires_at limit ${step}
      for no key update skip locked))
    returning id, user_id`.execute(tx);
  for (const { id, userId } of rows)
    announce(tx, userId, { type: 'redemption', data: { id, status: 'expired' } });
  return rows.length;
}
