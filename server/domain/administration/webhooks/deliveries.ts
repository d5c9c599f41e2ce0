import { sql } from 'kysely';
import {
  type DeliveryState,
  WEBHOOK_PAGE,
  WEBHOOK_TEST,
  type WebhookFailure,
  type WebhookType,
} from '#contract/webhooks.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

const ATTEMPTS_LISTED_MAX = 20;
export const RESENT_MAX = 10_000;

export interface ListedDelivery {
  id: string;
  eventId: string;
  type: WebhookType;
  happenedAt: Date;
  data: Record<string, unknown>;
  state: DeliveryState;
  nextAt: Date | null;
  createdAt: Date;
  attempts: {
    at: string;
    status: number | null;
    failure: WebhookFailure | null;
    answer: string | null;
    latencyMs: number;
  }[];
}

/**
 * Returns the newest deliveries first, WEBHOOK_PAGE of them, older than the delivery `before`. Throws Refusal
 * not_found.
 */
export async function listDeliveries(
  database: Database,
  webhookId: string,
  {
    state = null,
    before = null,
  }: { state?: DeliveryState | undefined | null; before?: string | undefined | null },
): Promise<ListedDelivery[]> {
  await requireWebhook(database, webhookId);
  const { rows } = await sql<ListedDelivery>`
    select d.id::text, d.event_id, v.type, v.happened_at, v.data, d.state, d.created_at,
      case when d.state = 'waiting' then d.next_at end as next_at,
      array(
        select jsonb_build_object('at', a.at, 'status', a.status, 'failure', a.failure, 'answer', a.answer,
          'latencyMs', a.latency_ms)
        from webhook_attempts a where a.delivery_id = d.id order by a.id desc limit ${ATTEMPTS_LISTED_MAX}
      ) as attempts
    from webhook_deliveries d join webhook_events v on v.id = d.event_id
    where d.endpoint_id = ${webhookId} and (${state}::text is null or d.state = ${state})
      and (${before}::bigint is null or d.id < ${before}::bigint)
    order by d.id desc limit ${WEBHOOK_PAGE}`.execute(database);
  return rows;
}

/** Sends a test to this webhook only. Throws Refusal not_found, webhook_off. */
export async function sendTest(tx: Tx, webhookId: string): Promise<void> {
  await requireOn(tx, webhookId);
  await sql`
    with event as (
      insert into webhook_events (type, happened_at, data, spread_at)
      values (${WEBHOOK_TEST}, now(), jsonb_build_object('webhookId', ${webhookId}::uuid), now()) returning id
    )
    insert into webhook_deliveries (endpoint_id, event_id) select ${webhookId}, id from event`.execute(tx);
}

/** Sends a delivery again. Throws Refusal not_found, webhook_off. */
export async function resendDelivery(tx: Tx, webhookId: string, deliveryId: string): Promise<void> {
  await requireOn(tx, webhookId);
  const sent = await tx
    .updateTable('webhookDeliveries')
    .set(ONCE_MORE)
    .where('id', '=', deliveryId)
    .where('endpointId', '=', webhookId)
    .returning('id')
    .executeTakeFirst();
  if (!sent) throw new Refusal('not_found');
}

/**
 * Sends again what failed since then, at most RESENT_MAX; returns how many, and how many more are left. Throws Refusal
 * not_found, webhook_off.
 */
export async function resendFailed(
  tx: Tx,
  webhookId: string,
  since: Date,
): Promise<{ count: number; left: number }> {
  await requireOn(tx, webhookId);
  const failed = tx
    .selectFrom('webhookDeliveries')
    .where('endpointId', '=', webhookId)
    .where('state', '=', 'failed')
    // When it was tried for the last time; it was made days before.
    .where('nextAt', '>=', since);
  const sent = await tx
    .updateTable('webhookDeliveries')
    .set(ONCE_MORE)
    .where('id', 'in', failed.select('id').orderBy('id').limit(RESENT_MAX))
    .executeTakeFirst();
  const count = Number(sent.numUpdatedRows);
  if (count < RESENT_MAX) return { count, left: 0 };
  const { left } = await failed
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow();
  return { count, left: Number(left) };
}

/** If a try is under way, the receiver may get the message twice; the later try counts. */
const ONCE_MORE = {
  state: 'waiting' as const,
  earlierTries: sql<number>`tries`,
  nextAt: sql<Date>`now()`,
  leasedUntil: null,
};

async function requireWebhook(database: Database | Tx, id: string): Promise<{ activeSince: Date | null }> {
  const row = await database
    .selectFrom('webhookEndpoints')
    .select('activeSince')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return row;
}

async function requireOn(tx: Tx, id: string): Promise<void> {
  if ((await requireWebhook(tx, id)).activeSince === null) throw new Refusal('webhook_off');
}
