import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { movesPoints, rereadPostback } from '#domain/earning/wall-format/read-postback.ts';
import { findTransfer } from '#domain/ledger/index.ts';
import { tellCredits } from '#domain/notices/index.ts';
import type { Verdict } from './postback-log.ts';
import { REDACTED, requestOf } from './redact.ts';
import { settle } from './settle.ts';

/**
 * Applies a parked postback of an unknown user again, which was proven when it came. Answers its verdict now;
 * `unknown_user`, or that it moves nothing, leaves it parked. Of parallel replays one goes first, and the others find it
 * done. Nobody replays what credits themselves. Throws Refusal not_found, approval_own, parked_done, parked_cut if what was
 * kept of it is incomplete, wall_unavailable if its wall is not configured any more.
 */
export async function replayParked(
  tx: Tx,
  walls: readonly ConfiguredWall[],
  { logId, adminId }: { logId: string; adminId: string },
  thresholdPoints: number,
): Promise<Verdict> {
  const parked = await tx
    .selectFrom('postbackLog')
    .select(['wall', 'raw', 'sourceIp', 'replayedAt'])
    .where('id', '=', logId)
    .where('verdict', '=', 'unknown_user')
    .forUpdate()
    .executeTakeFirst();
  if (!parked) throw new Refusal('not_found');
  if (parked.replayedAt) throw new Refusal('parked_done');
  const wall = walls.find(({ definition }) => definition.id === parked.wall);
  if (!wall) throw new Refusal('wall_unavailable');
  const request = requestOf(parked.raw, parked.sourceIp);
  if (!request) throw new Refusal('parked_cut');

  const call = rereadPostback(wall, request);
  if (!movesPoints(call)) return call.kind;
  // Under another id the call itself could be paid once more.
  if (call.transactionId.includes(REDACTED)) throw new Refusal('parked_cut');
  const { raw, sourceIp } = parked;
  const receipt = { wall: parked.wall, sourceIp, raw, elapsed: () => 0 };
  const { verdict, credited } = await settle(tx, wall, call, receipt);
  if (credited) await refuseOwn(tx, credited, adminId);
  if (credited) await tellCredits(tx, [credited], thresholdPoints);
  if (verdict !== 'unknown_user') {
    await tx.updateTable('postbackLog').set({ replayedAt: sql`now()` }).where('id', '=', logId).execute();
  }
  return verdict;
}

async function refuseOwn(tx: Tx, transferId: string, adminId: string): Promise<void> {
  const credit = await findTransfer(tx, ['id', transferId]);
  if (!credit || credit.memberId === adminId) throw new Refusal('approval_own');
}
