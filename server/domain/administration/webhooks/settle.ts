import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { WEBHOOK_FAILING_DAYS } from '#contract/webhooks.values.ts';
import type { Tx } from '#database/client.ts';
import { notify } from '#domain/notices/index.ts';
import type { LeasedDelivery } from './lease.ts';
import type { WebhookAnswer } from './ports.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Pauses between tries in milliseconds, as https://www.standardwebhooks.com advises: about three days in all. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Longest pause that a receiver may ask for, in milliseconds. */
const PAUSE_MAX_MS = 24 * HOUR_MS;
/** Random part added to a pause, so that deliveries that failed together do not come back together. */
const JITTER = 0.2;
/** Days in which a delivery has its tries. One that is younger says little of a receiver that gets few. */
const TRIED_DAYS = 3;
/** No pause is longer. */
export const PAUSE_SECONDS_MAX = (PAUSE_MAX_MS * (1 + JITTER)) / SECOND_MS;
const GONE = 410;

/**
 * Records the result of a try and when the next one is. Does nothing if another process has leased the delivery since. What the
 * endpoint's address before responds says nothing of the endpoint, and a 410 of it is not the end of the delivery.
 */
export async function settleTry(
  tx: Tx,
  delivery: LeasedDelivery,
  answer: WebhookAnswer,
  latencyMs: number,
): Promise<void> {
  const delivered = 'status' in answer && answer.status >= 200 && answer.status < 300;
  const gone = 'status' in answer && answer.status === GONE && (await isStillThere(tx, delivery));
  const pauseMs = delivered || gone ? undefined : pauseAfter(delivery.tries - delivery.earlierTries, answer);
  const state = delivered ? 'delivered' : pauseMs === undefined ? 'failed' : 'waiting';
  const { status, text, failure } =
    'status' in answer ? { ...answer, failure: null } : { status: null, text: null, ...answer };
  const { rows } = await sql`
    with settled as (
      update webhook_deliveries set state = ${state}, leased_until = null,
        next_at = now() + make_interval(secs => ${(pauseMs ?? 0) / SECOND_MS}::double precision)
      where id = ${delivery.id} and tries = ${delivery.tries} and state = 'waiting' returning id
    )
    insert into webhook_attempts (delivery_id, status, failure, answer, latency_ms)
    select id, ${status}::integer, ${failure}, ${text}, ${latencyMs} from settled returning id`.execute(tx);
  if (rows.length === 0) return;
  if (delivered) await markWorking(tx, delivery);
  else await markFailing(tx, delivery, { gone, isLast: state === 'failed' });
}

const isStillThere = async (tx: Tx, { endpointId, url }: LeasedDelivery): Promise<boolean> =>
  (await tx
    .selectFrom('webhookEndpoints')
    .select('id')
    .where('id', '=', endpointId)
    .where('url', '=', url)
    .executeTakeFirst()) !== undefined;

/** Milliseconds until the next try; undefined after the last one. */
function pauseAfter(tries: number, answer: WebhookAnswer): number | undefined {
  const pause = PAUSES_MS[tries - 1];
  if (pause === undefined) return undefined;
  const asked = 'status' in answer && [429, 503].includes(answer.status) ? (answer.retryAfterMs ?? 0) : 0;
  return Math.max(pause + randomInt(Math.ceil(pause * JITTER)), Math.min(asked, PAUSE_MAX_MS));
}

const markWorking = (tx: Tx, { endpointId, url }: LeasedDelivery) =>
  tx
    .updateTable('webhookEndpoints')
    .set({ failingSince: null })
    .where('id', '=', endpointId)
    .where('url', '=', url)
    .where('failingSince', 'is not', null)
    .execute();

/** Switches an endpoint off that responded 410 or took nothing for days, and notifies the owners. */
async function markFailing(
  tx: Tx,
  { id, endpointId, url }: LeasedDelivery,
  { gone, isLast }: { gone: boolean; isLast: boolean },
): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set({ failingSince: sql`now()` })
    .where('id', '=', endpointId)
    .where('url', '=', url)
    .where('failingSince', 'is', null)
    .execute();
  const { rows } = await sql<{ ownerId: string; since: string }>`
    with stopped as (
      update webhook_endpoints e set off_reason = ${gone ? 'gone' : 'failing'}, active_since = null
      from webhook_endpoints before
      where before.id = e.id and e.id = ${endpointId} and e.url = ${url} and e.active_since is not null
        and (${gone} or e.failing_since < now() - make_interval(days => ${WEBHOOK_FAILING_DAYS})
          and exists (select from webhook_deliveries d
            where d.id = ${id} and d.created_at < now() - make_interval(days => ${TRIED_DAYS})
              -- One that was sent again has its tries anew.
              and (d.earlier_tries = 0 or ${isLast})))
      returning before.active_since::text as since
    )
    select u.id as owner_id, since from stopped cross join users u where u.staff_role = 'owner' order by u.id`.execute(
    tx,
  );
  for (const { ownerId, since } of rows) {
    await notify(tx, {
      key: `webhook_stopped:${endpointId}:${since}:${ownerId}`,
      userId: ownerId,
      kind: 'webhook_stopped',
      data: { what: new URL(url).host },
    });
  }
}
