import { sql } from 'kysely';
import type { WebhookEventType, WebhookOffReason } from '#contract/webhooks.values.ts';
import type { Database } from '#database/client.ts';

export interface ListedWebhook {
  id: string;
  url: string;
  description: string;
  events: WebhookEventType[];
  off: WebhookOffReason | null;
  failingSince: Date | null;
  previousSecretUntil: Date | null;
  createdBy: string;
  createdAt: Date;
}

/** Returns all webhooks, newest first, without secrets. */
export async function listWebhooks(database: Database): Promise<ListedWebhook[]> {
  const { rows } = await sql<ListedWebhook>`
    select e.id, e.url, e.description, e.event_types as events, e.off_reason as off, e.failing_since,
      case when e.previous_until > now() then e.previous_until end as previous_secret_until,
      u.name as created_by, e.created_at
    from webhook_endpoints e join users u on u.id = e.created_by
    order by e.created_at desc, e.id`.execute(database);
  return rows;
}
