import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { IdleCall } from '#domain/earning/wall-format/read-postback.ts';

/** Rows for one member at one wall. Whoever can vary what no signature covers could make any number of them. */
export const EVENTS_MAX = 500;

/**
 * Keeps what a proven call that moves nothing says of a member's progress, once. It reserves no transaction id: the vendor
 * may send the paid call under the same one. A call of no member, or beyond EVENTS_MAX, is in the log alone.
 */
export async function recordEvent(tx: Tx, wall: string, call: IdleCall): Promise<void> {
  if (!call.progress || call.memberCode === null) return;
  const { kind, about } = call.progress;
  await sql`
    insert into offer_events (user_id, wall, kind, click_id, offer_id, goal_id, goal_name, transaction_id)
    select m.user_id, m.wall, ${kind}, ${about.clickId}::uuid, ${about.offerId}, ${about.goalId}, ${about.goalName},
      ${call.transactionId}
    from wall_members m
    where m.wall = ${wall} and m.code = ${call.memberCode}
      and (select count(*) from offer_events e where e.user_id = m.user_id and e.wall = m.wall) < ${EVENTS_MAX}
    on conflict do nothing`.execute(tx);
}
