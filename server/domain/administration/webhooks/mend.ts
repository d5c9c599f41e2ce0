import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { MARGIN_SECONDS } from '#database/mended-times.ts';
import { LEASE_SECONDS } from './lease.ts';
import { PAUSE_SECONDS_MAX } from './settle.ts';

/**
 * Makes deliveries due now that wait longer than any, because their time was set when the database's clock was ahead.
 * A worker that still sends one loses its lease, as if it had run out. Returns how many.
 */
export async function mendDeliveries(tx: Tx): Promise<number> {
  const { rows } = await sql`
    update webhook_deliveries set next_at = now(), leased_until = null
    where id in (
      select id from webhook_deliveries
      where state = 'waiting' and next_at > clock_timestamp() + make_interval(
        secs => case when leased_until is not null then ${MARGIN_SECONDS + LEASE_SECONDS}::float8
          when tries = earlier_tries then ${MARGIN_SECONDS}::float8
          else ${MARGIN_SECONDS + PAUSE_SECONDS_MAX}::float8 end)
      for no key update skip locked)
    returning id`.execute(tx);
  return rows.length;
}
