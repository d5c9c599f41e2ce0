import { sql } from 'kysely';
import type { WebhookType } from '#contract/webhooks.values.ts';
import type { Tx } from '#database/client.ts';

/** Deliveries to one endpoint at the same time, over all processes. A failing endpoint gets one. */
const PER_ENDPOINT_MAX = 4;
/** How long a lease lasts, longer than a try can take. */
export const LEASE_SECONDS = 60;

/** A leased delivery with everything needed to send it. */
export interface LeasedDelivery {
  id: string;
  /** The number of tries, this one included, and of those before it was last sent again by request. */
  tries: number;
  earlierTries: number;
  endpointId: string;
  url: string;
  /** Encrypted. */
  secret: string;
  /** One or two, encrypted, with a space between them; null if there is none or its overlap has ended. */
  previousSecret: string | null;
  eventId: string;
  type: WebhookType;
  happenedAt: Date;
  data: Record<string, unknown>;
  /** The database's clock at the lease. */
  leasedAt: Date;
}

/**
 * Leases at most `room` deliveries that are due; no other process gets them until the lease ends. The endpoint that has the
 * fewest under way comes first, so that slow receivers, however much waits for them, leave a turn to the others.
 */
export async function leaseDue(tx: Tx, room: number): Promise<LeasedDelivery[]> {
  await sql`select pg_advisory_xact_lock(hashtext('webhook_deliveries'))`.execute(tx);
  const { rows } = await sql<LeasedDelivery>`
    with due as (
      select d.id from webhook_endpoints e
      cross join lateral (
        select count(*) as under_way from webhook_deliveries w where w.endpoint_id = e.id and w.leased_until > now()
      ) u
      cross join lateral (
        select w.id, w.next_at from webhook_deliveries w
        where w.endpoint_id = e.id and w.state = 'waiting' and w.next_at <= now()
        order by w.next_at
        limit greatest(0, case when e.failing_since is null then ${PER_ENDPOINT_MAX}::integer else 1 end - u.under_way)
      ) d
      where e.active_since is not null
      order by u.under_way + row_number() over (partition by e.id order by d.next_at), d.next_at limit ${room}
    )
    update webhook_deliveries d set tries = d.tries + 1,
      leased_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      next_at = now() + make_interval(secs => ${LEASE_SECONDS})
    from due, webhook_endpoints e, webhook_events v
    where d.id = due.id and e.id = d.endpoint_id and v.id = d.event_id
      -- Again, as a worker may have settled it while this waited for its row.
      and d.state = 'waiting' and d.next_at <= now()
    returning d.id::text, d.tries, d.earlier_tries, e.id as endpoint_id, e.url, e.secret,
      case when e.previous_until > now() then e.previous_secret end as previous_secret,
      v.id as event_id, v.type, v.happened_at, v.data, now() as leased_at`.execute(tx);
  return rows;
}
