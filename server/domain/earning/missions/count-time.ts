import { sql } from 'kysely';
import type { MissionContent } from '#contract/missions.ts';
import type { BEAT_STATES } from '#contract/values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '../../refusal.ts';
import { advance } from './clock.ts';
import { timeOf } from './rows.ts';

/**
 * Takes a heartbeat of the member's page by the time of the database, so that several servers have one clock. Throws
 * Refusal mission_not_started, and not_found for a mission without a clock.
 */
export async function countTime(
  tx: Tx,
  memberId: string,
  missionId: string,
  beat: { view: string; playing: boolean },
): Promise<{ state: (typeof BEAT_STATES)[number]; countedMs: number }> {
  const mission = await tx
    .selectFrom('missions')
    .select('content')
    .where('id', '=', missionId)
    .where('status', '<>', 'draft')
    .executeTakeFirst();
  const targetMs = mission ? timeOf(mission.content as unknown as MissionContent) : 0;
  if (targetMs === 0) throw new Refusal('not_found');
  const attempt = await tx
    .selectFrom('missionAttempts')
    .select(['id', 'countedMs', 'view', 'runningSince', 'completedAt', sql<Date>`clock_timestamp()`.as('at')])
    .where('missionId', '=', missionId)
    .where('userId', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!attempt) throw new Refusal('mission_not_started');
  const { id, completedAt, at, ...clock } = attempt;
  if (completedAt) return { state: 'reached', countedMs: clock.countedMs };
  const { state, ...next } = advance(clock, { ...beat, at }, targetMs);
  await tx.updateTable('missionAttempts').set(next).where('id', '=', id).execute();
  return { state, countedMs: next.countedMs };
}
