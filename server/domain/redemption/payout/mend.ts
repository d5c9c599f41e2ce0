import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { MARGIN_SECONDS } from '#database/mended-times.ts';
import { IS_OPEN } from '#domain/redemption/states.ts';
import { LEASE_SECONDS } from './lease.ts';
import { TURN_WAIT_MS_MAX } from './turn.ts';
import { RETRY_MS_MAX } from './waiting.ts';

/**
 * Ends leases and waits of open redemptions that last longer than any, because they were begun when the database's
 * clock was ahead. A worker that still works on one loses its lease, as if it had run out. Returns how many.
 */
export async function mendLeases(tx: Tx): Promise<number> {
  const { rows } = await sql`
    update card_redemptions set leased_until = now()
    where id in (
      select id from card_redemptions r
      where ${IS_OPEN} and leased_until > clock_timestamp() + make_interval(
        secs => case when resting then ${MARGIN_SECONDS + RETRY_MS_MAX / 1_000}::float8
          else ${MARGIN_SECONDS + LEASE_SECONDS}::float8 end)
      for no key update skip locked)
    returning id`.execute(tx);
  return rows.length;
}

/** Lets providers be called now whose next turn lies further ahead than any call waits. Returns how many. */
export async function mendTurns(tx: Tx): Promise<number> {
  const { rows } = await sql`
    update payout_turns set next_at = clock_timestamp()
    where next_at > clock_timestamp() + make_interval(secs => ${MARGIN_SECONDS + TURN_WAIT_MS_MAX / 1_000})
    returning provider`.execute(tx);
  return rows.length;
}
