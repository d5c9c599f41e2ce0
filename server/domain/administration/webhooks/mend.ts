import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { MARGIN_SECONDS } from '#database/mended-times.ts';
import { LEASE_SECONDS } from './lease.ts';
import { PAUSE_SECONDS_MAX } from './settle.ts';

/**
 * Makes deliveries due now that wait longer than any, because their time was set when the database's clock was ahead.
 * A worker that still sends one loses its lease, as if it had run out. Of each endpoint those are read alone that are not due,
 * along the index: millions may be, of a receiver that is down. Returns how many were mended.
 */
export async function mendDeliveries(tx: Tx): Promise<number> {
  const { rows } = await sql`
    update webhook_deliveries set next_at = now(), leased_until = null
    where id = any (array(
      select late.id from webhook_endpoints e cross join lateral (
        select d.id from webhook_deliveries d
        where d.endpoint_id = e.id and d.state = 'waiting'
          and d.next_at > statement_timestamp() + make_interval(secs => ${MARGIN_SECONDS}::float8)
          and d.next_at > statement_timestamp() + make_interval(
            secs => case when d.leased_until is not null then ${MARGIN_SECONDS + LEASE_SECONDS}::float8
              when d.tries = d.earlier_tries then ${MARGIN_SECONDS}::float8
              else ${MARGIN_SECONDS + PAUSE_SECONDS_MAX}::float8 end)
        for no key update skip locked
      ) late))
    returning id`.execute(tx);
  return rows.length;
}
