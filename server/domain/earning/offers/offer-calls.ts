import { sql } from 'kysely';
import type { OfferCall } from '#contract/offers.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Click } from './started-offers.ts';

/** Most proven calls about a click that staff see, the newest ones. */
const CALLS_MAX = 50;

/** A click of the member's; undefined if it is somebody else's, or no longer kept. */
export async function readClick(
  database: Database,
  memberId: string,
  clickId: string,
): Promise<Click | undefined> {
  const { rows } = await sql<Click>`
    select id, wall, offer_id, title, goals, started_at, expires_at, now() as now
    from offer_clicks where id = ${clickId} and user_id = ${memberId}`.execute(database);
  return rows[0];
}

/** The proven calls about the member's click as they came, for staff. Throws Refusal not_found. */
export async function offerCalls(
  database: Database,
  memberId: string,
  clickId: string,
): Promise<Domain<OfferCall>[]> {
  const click = await readClick(database, memberId, clickId);
  if (!click) throw new Refusal('not_found');
  return callsAbout(database, memberId, click);
}

/** The proven calls that name the click, or its offer since then, newest first. */
export async function callsAbout(
  database: Database,
  memberId: string,
  { id, wall, offerId, startedAt }: Click,
): Promise<Domain<OfferCall>[]> {
  const { rows } = await sql<Domain<OfferCall>>`
    select * from (
      select w.created_at as at, w.status as kind, w.goal_id, w.transaction_id, w.amount_mb as points, w.raw_payload as raw
      from webhook_transactions w
      where w.user_id = ${memberId} and w.click_id = ${id} and w.provider = ${wall}
      union
      select w.created_at, w.status, w.goal_id, w.transaction_id, w.amount_mb, w.raw_payload
      from tasks t join webhook_transactions w on w.id = t.id
      where t.user_id = ${memberId} and t.completed_at >= ${startedAt} and w.provider = ${wall} and w.offer_id = ${offerId}
      union
      select received_at, kind, goal_id, transaction_id, null, null from offer_events
      where user_id = ${memberId} and wall = ${wall} and (click_id = ${id} or offer_id = ${offerId})
        and received_at >= ${startedAt}
    ) calls order by at desc limit ${CALLS_MAX}`.execute(database);
  return rows;
}
