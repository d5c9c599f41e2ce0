import { sql } from 'kysely';
import { WEBHOOK_OVERLAP_HOURS, WEBHOOKS_MAX, type WebhookEventType } from '#contract/webhooks.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { ROLLED_TO } from '#domain/ledger/index.ts';
import { notifyOwners } from '#domain/notices/index.ts';
import type { WebhookPorts } from './ports.ts';
import { encryptSecret, makeSecret } from './secret.ts';

type Ports = Pick<WebhookPorts, 'sender' | 'key'>;

export interface NewWebhook {
  url: string;
  description: string;
  events: readonly WebhookEventType[];
  adminId: string;
}

/**
 * Makes a webhook, which gets events from now on, and notifies the owners; `secret` is shown once. Throws Refusal
 * too_many_webhooks, invalid_input.
 */
export async function createWebhook(
  tx: Tx,
  { sender, key }: Ports,
  { url, description, events, adminId }: NewWebhook,
): Promise<{ id: string; secret: string }> {
  refuseAddress(sender, url);
  await sql`select pg_advisory_xact_lock(hashtext('webhook_endpoints'))`.execute(tx);
  const { rows } = await sql<{ known: number }>`
    select count(*)::integer as known from webhook_endpoints`.execute(tx);
  if ((rows[0]?.known ?? 0) >= WEBHOOKS_MAX) {
    throw new Refusal('too_many_webhooks', { details: { max: WEBHOOKS_MAX } });
  }
  await skipUntold(tx);
  const id = crypto.randomUUID();
  const secret = makeSecret();
  await tx
    .insertInto('webhookEndpoints')
    .values({
      id,
      url,
      description,
      eventTypes: [...events],
      createdBy: adminId,
      secret: encryptSecret(key, id, secret),
      activeSince: sql<Date>`clock_timestamp()`,
    })
    .execute();
  await tellOwners(tx, id, url);
  return { id, secret };
}

/** The changeable settings of a webhook. */
export interface WebhookSettings {
  url: string;
  description: string;
  events: WebhookEventType[];
  on: boolean;
}

/**
 * Changes the given fields, notifies the owners of another address and of a webhook that gets less or nothing, and returns
 * both states. Throws Refusal not_found, invalid_input.
 */
export async function changeWebhook(
  tx: Tx,
  sender: Ports['sender'],
  id: string,
  changes: { [Name in keyof WebhookSettings]?: WebhookSettings[Name] | undefined },
): Promise<{ before: WebhookSettings; after: WebhookSettings }> {
  if (changes.url !== undefined) refuseAddress(sender, changes.url);
  const row = await tx
    .selectFrom('webhookEndpoints')
    .select(['url', 'description', 'eventTypes', 'activeSince'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const before: WebhookSettings = {
    url: row.url,
    description: row.description,
    events: row.eventTypes as WebhookEventType[],
    on: row.activeSince !== null,
  };
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const after: WebhookSettings = { ...before, ...Object.fromEntries(given) };
  await skipUntold(tx);
  await tx
    .updateTable('webhookEndpoints')
    .set({
      url: after.url,
      description: after.description,
      eventTypes: after.events,
      ...(after.url === before.url ? {} : { failingSince: null }),
      ...(after.on === before.on ? {} : after.on ? SWITCHED_ON : SWITCHED_OFF),
    })
    .where('id', '=', id)
    .execute();
  if (after.url !== before.url) await tellOwners(tx, id, after.url);
  const getsLess = !after.on || before.events.some((event) => !after.events.includes(event));
  if (before.on && getsLess) await tellOfEnd(tx, id, before.url);
  return { before, after };
}

/** Also the one who did it, in case the session is in other hands. A webhook outlasts the role of who made it. */
const tellOwners = (tx: Tx, id: string, url: string) =>
  notifyOwners(tx, {
    key: `webhook_addressed:${id}:${crypto.randomUUID()}`,
    kind: 'webhook_addressed',
    data: { what: new URL(url).host },
  });

const tellOfEnd = (tx: Tx, id: string, url: string) =>
  notifyOwners(tx, {
    key: `webhook_ended:${id}:${crypto.randomUUID()}`,
    kind: 'connection_ended',
    data: { what: new URL(url).host },
  });

const SWITCHED_ON = { activeSince: sql<Date>`clock_timestamp()`, offReason: null, failingSince: null };
const SWITCHED_OFF = { activeSince: null, offReason: 'staff' as const };

/**
 * Its deliveries stay until their events are deleted; without it nobody sends or sees them. Notifies the owners if it was
 * on. Throws Refusal not_found.
 */
export async function removeWebhook(tx: Tx, id: string): Promise<{ url: string }> {
  const removed = await tx
    .deleteFrom('webhookEndpoints')
    .where('id', '=', id)
    .returning(['url', 'activeSince'])
    .executeTakeFirst();
  if (!removed) throw new Refusal('not_found');
  const { url, activeSince } = removed;
  if (activeSince) await tellOfEnd(tx, id, url);
  return { url };
}

/**
 * Makes a new secret; the old one signs as well for WEBHOOK_OVERLAP_HOURS, and so does the one before if it still does: the receiver
 * has it when the answer to an earlier renewal was lost. Throws Refusal not_found.
 */
export async function renewWebhookSecret(
  tx: Tx,
  key: Buffer,
  id: string,
): Promise<{ secret: string; previousUntil: Date }> {
  const secret = makeSecret();
  const { rows } = await sql<{ previousUntil: Date }>`
    update webhook_endpoints set secret = ${encryptSecret(key, id, secret)},
      previous_secret = case when previous_until > now() then regexp_replace(previous_secret, '^.* ', '') || ' ' else '' end
        || secret,
      previous_until = now() + make_interval(hours => ${WEBHOOK_OVERLAP_HOURS})
    where id = ${id} returning previous_until`.execute(tx);
  const [renewed] = rows;
  if (!renewed) throw new Refusal('not_found');
  return { secret, previousUntil: renewed.previousUntil };
}

/**
 * While no endpoint is on, the ledger is not read. An endpoint that is switched on starts after the rolled-up
 * transfers: no transfer that begins later has one of their ids. Called before `active_since` is set.
 */
async function skipUntold(tx: Tx): Promise<void> {
  // A statement of its own, so that the next one sees an endpoint that was switched on before the lock was taken.
  await sql`select from webhook_cursor for no key update`.execute(tx);
  await sql`
    update webhook_cursor set read_to = greatest(read_to, ${ROLLED_TO})
    where not exists (select from webhook_endpoints where active_since is not null)`.execute(tx);
}

function refuseAddress(sender: Ports['sender'], url: string): void {
  if (!sender.accepts(url))
    throw new Refusal('invalid_input', { fields: { url: 'Use a public https address' } });
}
