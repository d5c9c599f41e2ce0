import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { movesPoints, rereadPostback } from '#domain/earning/wall-format/read-postback.ts';
import { notifyOfCredits } from '#domain/notices/index.ts';
import { EMPTIED, REDACTED, requestOf } from './redact.ts';
import { type Settlement, settle } from './settle.ts';

/**
 * Applies an unmatched postback again, which was proven when it arrived, and returns the new verdict and whether it `waits`:
 * it stays unmatched if the verdict is `unknown_user`, or if its wall's definition, which may have changed, no longer reads a
 * credit or a reversal in it. Of parallel replays one runs first, and the others get parked_done. Admins cannot replay a call about themselves. Throws Refusal not_found, approval_own, parked_done,
 * parked_cut if the kept request is incomplete, wall_unavailable if the wall is no longer configured.
 */
export async function replayUnmatched(
  tx: Tx,
  walls: readonly ConfiguredWall[],
  { logId, adminId }: { logId: string; adminId: string },
  thresholdPoints: number,
): Promise<{ verdict: Settlement['verdict']; waits: boolean }> {
  const unmatched = await tx
    .selectFrom('postbackLog')
    .select(['wall', 'raw', 'sourceIp', 'replayedAt'])
    .where('id', '=', logId)
    .where('verdict', '=', 'unknown_user')
    .forUpdate()
    .executeTakeFirst();
  if (!unmatched) throw new Refusal('not_found');
  if (unmatched.replayedAt) throw new Refusal('parked_done');
  const wall = walls.find(({ definition }) => definition.id === unmatched.wall);
  if (!wall) throw new Refusal('wall_unavailable');
  const request = requestOf(unmatched.raw, unmatched.sourceIp);
  if (!request) throw new Refusal('parked_cut');

  const call = rereadPostback(wall, request);
  if (!movesPoints(call)) return { verdict: call.kind, waits: true };
  // With an id that is redacted, the original call could be paid a second time.
  if (call.transactionId.includes(REDACTED)) throw new Refusal('parked_cut');
  const { raw, sourceIp } = unmatched;
  const receipt = { wall: unmatched.wall, sourceIp, raw, elapsed: () => 0 };
  const { verdict, credited, ofFormer } = await settle(tx, wall, call, receipt);
  // Whatever came of it: also points that are pending, or taken back. The refusal undoes it.
  await refuseOwn(tx, wall.definition.id, call.memberCode, adminId);
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
  return { verdict, waits };
}

async function refuseOwn(tx: Tx, wall: string, code: string, adminId: string): Promise<void> {
  const own = await tx
    .selectFrom('wallMembers')
    .select('userId')
    .where('wall', '=', wall)
    .where('code', '=', code)
    .where('userId', '=', adminId)
    .executeTakeFirst();
  if (own) throw new Refusal('approval_own');
}
