import { sql } from 'kysely';
import type { Transact } from '#database/transaction.ts';
import { tellCredits } from '../notices/index.ts';
import type { ConfiguredWall } from './definition.ts';
import { movesPoints, rereadPostback } from './engine/read-postback.ts';
import type { Verdict } from './postback-log.ts';
import { requestOf } from './redact.ts';
import { settle } from './settle.ts';

/**
 * Applies a parked postback of an unknown user again, which was proven when it came. Answers its verdict now;
 * `unknown_user` leaves it parked. Undefined if the log has no such parked call. Throws if what was kept of it is
 * incomplete or its wall is not configured any more.
 */
export function replayParked(
  transact: Transact,
  walls: ConfiguredWall[],
  logId: string,
  thresholdPoints: number,
): Promise<Verdict | undefined> {
  return transact(async (tx) => {
    const parked = await tx
      .selectFrom('postbackLog')
      .select(['wall', 'raw', 'sourceIp'])
      .where('id', '=', logId)
      .where('verdict', '=', 'unknown_user')
      .where('replayedAt', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!parked) return undefined;
    const wall = walls.find(({ definition }) => definition.id === parked.wall);
    if (!wall) throw new Error(`the wall ${parked.wall} is not configured`);
    const request = requestOf(parked.raw, parked.sourceIp);
    if (!request) throw new Error(`call ${logId} was kept in part only`);

    const call = rereadPostback(wall, request);
    if (!movesPoints(call)) return call.kind;
    const { raw, sourceIp } = parked;
    const { verdict, credited } = await settle(tx, wall, call, {
      wall: parked.wall,
      sourceIp,
      raw,
      elapsed: () => 0,
    });
    if (credited) await tellCredits(tx, [credited], thresholdPoints);
    if (verdict !== 'unknown_user') {
      await tx.updateTable('postbackLog').set({ replayedAt: sql`now()` }).where('id', '=', logId).execute();
    }
    return verdict;
  });
}
