import { sql } from 'kysely';
import type { MissionKind } from '#contract/missions.values.ts';
import type { TaskType } from '#contract/tasks.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { MISSIONS, memberAccount, post } from '#domain/ledger/index.ts';
import { notifyOfCredits } from '#domain/notices/index.ts';
import { type Attempt, type Mission, readAvailability, requireOpen } from './rows.ts';

/** The task type of each kind of mission. */
const TASK_TYPES: Record<MissionKind, TaskType> = {
  video: 'ad_view',
  survey: 'survey',
  app_install: 'app_install',
  sign_up: 'offer_completion',
  browse: 'offer_completion',
};

/**
 * Credits the promised points and inserts the task. The caller holds member, mission and attempt locked, in this
 * order. Somebody suspended is credited too, as by walls; calls of the member refuse that before. Throws Refusal
 * mission_paused, mission_ended, mission_full or mission_full_today if the place has expired and none is free.
 */
export async function creditAttempt(
  tx: Tx,
  mission: Mission,
  attempt: Attempt,
  actor: string,
  thresholdPoints: number,
): Promise<Attempt> {
  if (!attempt.reserved) requireOpen(await readAvailability(tx, mission));
  const task = await tx
    .insertInto('tasks')
    .values({
      userId: attempt.userId,
      taskType: TASK_TYPES[mission.content.kind],
      pointsEarned: attempt.points,
      title: mission.title,
    })
    .returning(['id', 'completedAt'])
    .executeTakeFirstOrThrow();
  const [posted] = await post(tx, [
    {
      key: creditKey(mission.id, attempt.userId),
      unit: 'points',
      from: MISSIONS,
      to: memberAccount(attempt.userId),
      amount: attempt.points,
      kind: 'credit',
      reference: attempt.id,
      actor,
    },
  ]);
  if (!posted) throw new Error('the ledger has this transfer already');
  await tx
    .updateTable('missionAttempts')
    .set({
      completedAt: task.completedAt,
      taskId: task.id,
      runningSince: sql`null`,
      reversedAt: null,
      // Kept, so that the same reversal, sent again, does not take back what staff granted.
      overruledReversalAt: attempt.reversedAt,
    })
    .where('id', '=', attempt.id)
    .execute();
  announce(tx, attempt.userId, { type: 'balance', data: { change: attempt.points } });
  announce(tx, attempt.userId, { type: 'tasks', data: {} });
  await notifyOfCredits(tx, [posted.id], thresholdPoints);
  return {
    ...attempt,
    completedAt: task.completedAt,
    reversedAt: null,
    overruledReversalAt: attempt.reversedAt,
  };
}

export const creditKey = (missionId: string, userId: string): string => `mission:${missionId}:${userId}`;
