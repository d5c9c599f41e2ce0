import { sql } from 'kysely';
import { REPLAYABLE_VERDICTS } from '#contract/postbacks.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { CLICK_OF_CALL, isSameReward } from '#domain/earning/claims/same-reward.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { movesPoints, type PostbackCall, rereadPostback } from '#domain/earning/wall-format/read-postback.ts';
import { notifyOfCredits } from '#domain/notices/index.ts';
import { FORMS_READ_MAX } from './postback-log.ts';
import { EMPTIED, REDACTED, requestOf } from './redact.ts';
import { type Settlement, settle } from './settle.ts';

const CREDITS: Settlement['verdict'][] = ['credited', 'held', 'flagged'];

export interface Replay {
  /** The verdict of the log, which stays. */
  was: string;
  verdict: Settlement['verdict'];
  /** Nothing came of it, so it can be replayed again. */
  waits: boolean;
}

/**
 * Applies a call again that was proven and acknowledged when it arrived, and moved nothing: one whose member nobody was, or in
 * which its wall's definition, which may have changed, read neither a credit nor a reversal. It `waits` if either is still so,
 * and, as a `conflict`, if one of the calls that moved nothing names another member for the same transaction: a signature that
 * leaves the member open does not say which is true. Of parallel replays one runs first, and the others get parked_done.
 * Admins cannot replay a call about themselves. Throws Refusal not_found, approval_own, parked_done, parked_cut if the kept
 * request is incomplete, wall_unavailable if the wall is no longer configured, claim_granted_before if staff granted a report
 * about the click that the call belongs to.
 */
export async function replayPostback(
  tx: Tx,
  walls: readonly ConfiguredWall[],
  { logId, adminId }: { logId: string; adminId: string },
  thresholdPoints: number,
): Promise<Replay> {
  const kept = await tx
    .selectFrom('postbackLog')
    .select(['wall', 'verdict', 'transactionId', 'memberCode', 'raw', 'sourceIp', 'receivedAt', 'replayedAt'])
    .where('id', '=', logId)
    .where('verdict', 'in', REPLAYABLE_VERDICTS)
    // Nothing is kept of calls about members who have left.
    .where('raw', '<>', EMPTIED.raw)
    .forUpdate()
    .executeTakeFirst();
  if (!kept) throw new Refusal('not_found');
  if (kept.replayedAt) throw new Refusal('parked_done');
  const was = kept.verdict;
  const wall = walls.find(({ definition }) => definition.id === kept.wall);
  if (!wall) throw new Refusal('wall_unavailable');
  const request = requestOf(kept.raw, kept.sourceIp);
  if (!request) throw new Refusal('parked_cut');

  const call = rereadPostback(wall, request);
  if (!movesPoints(call)) return { was, verdict: call.kind, waits: true };
  // With an id that is redacted, the original call could be paid a second time.
  if (call.transactionId.includes(REDACTED)) throw new Refusal('parked_cut');
  if (was !== 'unknown_user' && (await hasRivals(tx, wall, kept, call)))
    return { was, verdict: 'conflict', waits: true };
  const { raw, sourceIp } = kept;
  const receipt = { wall: kept.wall, sourceIp, raw, elapsed: () => 0 };
  const { verdict, credited, ofFormer } = await settle(tx, wall, call, receipt);
  // Whatever came of it: also points that are pending, or taken back. The refusal undoes it.
  const userId = await memberOf(tx, wall, call);
  if (userId === adminId) throw new Refusal('approval_own');
  if (userId && CREDITS.includes(verdict)) await refuseGranted(tx, { userId, ...kept }, call);
  if (credited) await notifyOfCredits(tx, [credited], thresholdPoints);
  const waits = verdict === 'unknown_user';
  if (!waits) {
    const emptied = ofFormer ? { ...EMPTIED, memberCode: null } : {};
    await tx
      .updateTable('postbackLog')
      .set({ replayedAt: sql`now()`, ...emptied })
      .where('id', '=', logId)
      .execute();
  }
  return { was, verdict, waits };
}

/** Whether another call that moved nothing, and was logged with the same id, gives the same transaction to another member. */
async function hasRivals(
  tx: Tx,
  wall: ConfiguredWall,
  { transactionId }: { transactionId: string | null },
  call: PostbackCall,
): Promise<boolean> {
  const logged = await tx
    .selectFrom('postbackLog')
    .select(['raw', 'sourceIp'])
    .where('wall', '=', wall.definition.id)
    .where('verdict', 'in', REPLAYABLE_VERDICTS)
    .where('transactionId', '=', transactionId)
    .where('memberCode', 'is not', null)
    .limit(FORMS_READ_MAX)
    .execute();
  return logged.some(({ raw, sourceIp }) => {
    const request = requestOf(raw, sourceIp);
    const other = request && rereadPostback(wall, request);
    return (
      other !== undefined &&
      movesPoints(other) &&
      other.transactionId === call.transactionId &&
      other.memberCode !== call.memberCode
    );
  });
}

async function memberOf(tx: Tx, wall: ConfiguredWall, call: PostbackCall): Promise<string | undefined> {
  const member = await tx
    .selectFrom('wallMembers')
    .select('userId')
    .where('wall', '=', wall.definition.id)
    .where('code', '=', call.memberCode)
    .executeTakeFirst();
  return member?.userId;
}

/** Throws Refusal claim_granted_before if staff granted a report about the click to which the credit belonged when it arrived. */
async function refuseGranted(
  tx: Tx,
  { userId, wall, receivedAt }: { userId: string; wall: string; receivedAt: Date },
  { about }: PostbackCall,
): Promise<void> {
  const { rows } = await sql<{ clickId: string | null }>`
    select ${CLICK_OF_CALL} as click_id
    from (values (${about.clickId}::uuid, ${userId}::uuid, ${wall}::text, ${about.offerId}::text, ${receivedAt}::timestamptz))
      w (click_id, user_id, provider, offer_id, created_at)`.execute(tx);
  const clickId = rows[0]?.clickId ?? null;
  const granted = await tx
    .selectFrom('rewardClaims')
    .select('id')
    .where(isSameReward({ userId, clickId, taskId: null }))
    .where('decision', '=', 'granted')
    .executeTakeFirst();
  if (granted) throw new Refusal('claim_granted_before');
}
