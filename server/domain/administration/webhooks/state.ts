import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** Endpoints of webhooks by what they do. */
export interface WebhookState {
  on: number;
  failing: number;
  /** Switched off by the site, after days of failure or a 410. */
  stopped: number;
  /** Switched off by staff. */
  off: number;
  /** How long the oldest delivery that is due has waited. */
  oldestSeconds: number;
}

/** Reads the few endpoints, and of each its first due delivery along the index. */
export async function readWebhookState(database: Database): Promise<WebhookState> {
  const { rows } = await sql<WebhookState>`
    select (count(*) filter (where active_since is not null and failing_since is null))::integer as on,
      (count(*) filter (where active_since is not null and failing_since is not null))::integer as failing,
      (count(*) filter (where off_reason <> 'staff'))::integer as stopped,
      (count(*) filter (where off_reason = 'staff'))::integer as off,
      greatest(coalesce(extract(epoch from now() - min(due.next_at)), 0), 0)::float8 as oldest_seconds
    from webhook_endpoints e left join lateral (
      select next_at from webhook_deliveries d
      where d.endpoint_id = e.id and d.state = 'waiting' and e.active_since is not null order by next_at limit 1
    ) due on true`.execute(database);
  return rows[0] ?? { on: 0, failing: 0, stopped: 0, off: 0, oldestSeconds: 0 };
}
