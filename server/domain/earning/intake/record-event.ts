import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import type { IdleCall } from '#domain/earning/wall-format/read-postback.ts';
import { isFormerCode } from '#domain/earning/walls/member-code.ts';

/** Rows for one member at one wall. Whoever can vary what no signature covers could make any number of them. */
export const EVENTS_MAX = 500;

/**
 * Keeps what a proven call that moves nothing says of a member's progress, once. It reserves no transaction id: the vendor
 * may send the paid call under the same one. A call of no member, or beyond EVENTS_MAX, is in the log alone. Returns whether
 * the call names a member who has left. One who is here stays until the transaction ends, so the log may name them.
 */
export async function recordEvent(tx: Tx, wall: string, call: IdleCall): Promise<{ ofFormer: boolean }> {
  const { kind, memberCode, progress } = call;
  // What is not proven may name anybody, and is kept for a few days only.
  if (kind === 'bad_signature' || memberCode === null) return { ofFormer: false };
  const userId = await keepMember(tx, wall, memberCode);
  if (!userId) return { ofFormer: await isFormerCode(tx, memberCode) };
  if (progress) await insertEvent(tx, { userId, wall, transactionId: call.transactionId }, progress);
  return { ofFormer: false };
}

/**
 * Returns the id of the member with this code, who cannot leave until the transaction ends; undefined if nobody has it. Such
 * calls wait neither for each other nor for what moves points.
 */
async function keepMember(tx: Tx, wall: string, code: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from wall_members m join users u on u.id = m.user_id
    where m.wall = ${wall} and m.code = ${code} and u.erased_at is null for key share of u`.execute(tx);
  return rows[0]?.id;
}

async function insertEvent(
  tx: Tx,
  { userId, wall, transactionId }: { userId: string; wall: string; transactionId: string | null },
  { kind, about }: NonNullable<IdleCall['progress']>,
): Promise<void> {
  await sql`
    insert into offer_events (user_id, wall, kind, click_id, offer_id, goal_id, goal_name, transaction_id)
    select ${userId}::uuid, ${wall}, ${kind}, ${about.clickId}::uuid, ${about.offerId}, ${about.goalId}, ${about.goalName},
      ${transactionId}
    where (select count(*) from offer_events where user_id = ${userId} and wall = ${wall}) < ${EVENTS_MAX}
    on conflict do nothing`.execute(tx);
}
