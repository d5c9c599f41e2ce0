import { sql } from 'kysely';
import type { Webhook } from '#contract/webhooks.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';

/** Returns all webhooks, newest first, without secrets. */
export async function listWebhooks(database: Database): Promise<Domain<Webhook>[]> {
  const { rows } = await sql<Domain<Webhook>>`
    select e.id, e.url, e.description, e.event_types as events, e.off_reason as off, e.failing_since,
      case when e.previous_until > now() then e.previous_until end as previous_secret_until,
      u.name as created_by, e.created_at
    from webhook_endpoints e join users u on u.id = e.created_by
    order by e.created_at desc, e.id`.execute(database);
  return rows;
}
