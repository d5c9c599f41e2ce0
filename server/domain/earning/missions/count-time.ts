import { sql } from 'kysely';
import type { MissionContent } from '#contract/missions.ts';
import type { BEAT_STATES } from '#contract/missions.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { advance, isRunning } from './clock.ts';
import { timeOf } from './rows.ts';

/**
 * Applies a heartbeat of the member's page, by the time of the database, since several servers need one clock. A
 * member has one running clock across all tabs; a tab that changes to another mission moves it there. Throws Refusal
 * mission_not_started, and not_found for a mission without a clock.
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
  const started = await lockClocks(tx, memberId);
  const attempt = started.find((other) => other.missionId === missionId);
  if (!attempt) throw new Refusal('mission_not_started');
  const { id, missionId: _, completedAt, at, ...clock } = attempt;
  if (completedAt) return { state: 'reached', countedMs: clock.countedMs };
  // The last beat of a page may arrive when its tab shows another mission already.
  const running = beat.playing && started.find((other) => other.id !== id && isRunning(other, at));
  if (running && running.view !== beat.view) return { state: 'elsewhere', countedMs: clock.countedMs };
  if (running) {
    await tx
      .updateTable('missionAttempts')
      .set({ runningSince: null })
      .where('id', '=', running.id)
      .execute();
  }
  const { state, ...next } = advance(clock, { ...beat, at }, targetMs);
  await tx.updateTable('missionAttempts').set(next).where('id', '=', id).execute();
  return { state, countedMs: next.countedMs };
}

/** The clocks of all missions that the member has started, locked in the order of their ids. */
const lockClocks = (tx: Tx, memberId: string) =>
  tx
    .selectFrom('missionAttempts')
    .select([
      ...(['id', 'missionId', 'countedMs', 'view', 'runningSince', 'completedAt'] as const),
      sql<Date>`clock_timestamp()`.as('at'),
    ])
    .where('userId', '=', memberId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
