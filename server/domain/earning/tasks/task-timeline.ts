import type { TaskEvent } from '#contract/tasks.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { creditedAt } from '#domain/earning/intake/post-credit.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';

/** What may have happened. */
interface Event {
  kind: TaskEvent['kind'];
  at: Date | null | undefined;
  points?: number;
  answer?: string | null;
}

interface Task {
  id: string;
  wall: string | null;
  pointsEarned: number;
  completedAt: Date;
  reversedAt: Date | null;
}

/**
 * Returns what is known of one task of the member in the order of time, and its wall's id if the site still has that
 * wall. Throws Refusal not_found for another member's task.
 */
export async function taskTimeline(
  database: Database,
  walls: ConfiguredWall[],
  userId: string,
  taskId: string,
): Promise<{ events: Domain<TaskEvent>[]; wall: string | null }> {
  const task = await database
    .selectFrom('tasks')
    .select(['id', 'wall', 'pointsEarned', 'completedAt', 'reversedAt'])
    .where('id', '=', taskId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!task) throw new Refusal('not_found');
  const attempt = task.wall === null ? await findAttempt(database, userId, taskId) : undefined;
  const events = [
    ...(task.wall === null ? ownEvents(task, attempt) : await wallEvents(database, task)),
    { kind: 'reversed' as const, at: task.reversedAt, points: task.pointsEarned },
    ...(await claimEvents(database, userId, { taskId, missionId: attempt?.missionId ?? null })),
  ];
  const known = walls.some(({ definition }) => definition.id === task.wall);
  return { events: inOrder(events), wall: known ? task.wall : null };
}

/** A credit counts from its transfer on. A credit reversed while pending has no maturity date. */
async function wallEvents(
  database: Database,
  { id, pointsEarned: points, reversedAt }: Task,
): Promise<Event[]> {
  const row = await database
    .selectFrom('webhookTransactions')
    .select(['createdAt', 'heldUntil'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const credited = await creditedAt(database, { id });
  const waited = reversedAt === null || credited !== undefined;
  return [
    { kind: 'received', at: row.createdAt },
    { kind: 'pending', at: waited ? row.heldUntil : null, points },
    { kind: 'credited', at: credited, points },
  ];
}

/** Events of a mission or a granted claim, whose points count at once. */
const ownEvents = (task: Task, attempt: { startedAt: Date } | undefined): Event[] => [
  { kind: 'started', at: attempt?.startedAt },
  { kind: 'credited', at: task.completedAt, points: task.pointsEarned },
];

const findAttempt = (database: Database, userId: string, taskId: string) =>
  database
    .selectFrom('missionAttempts')
    .select(['missionId', 'startedAt'])
    .where('taskId', '=', taskId)
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Claims about the task, and the claim that created it. */
async function claimEvents(
  database: Database,
  userId: string,
  { taskId, missionId }: { taskId: string; missionId: string | null },
): Promise<Event[]> {
  const rows = await database
    .selectFrom('rewardClaims')
    .select(['createdAt', 'decision', 'decidedAt', 'answer', 'points'])
    .where('userId', '=', userId)
    .where((claim) =>
      claim.or([
        claim('taskId', '=', taskId),
        claim('grantedTaskId', '=', taskId),
        ...(missionId === null ? [] : [claim('missionId', '=', missionId)]),
      ]),
    )
    .execute();
  return rows.flatMap(({ createdAt, decision, decidedAt, answer, points }): Event[] => [
    { kind: 'claim_filed', at: createdAt },
    {
      kind: decision === 'granted' ? 'claim_granted' : 'claim_refused',
      at: decidedAt,
      answer,
      ...(points === null ? {} : { points }),
    },
  ]);
}

/** Events that have happened, or will on a known day. Those of one moment keep their order. */
const inOrder = (events: Event[]): Domain<TaskEvent>[] =>
  events
    .flatMap(({ at, points, answer, ...event }) =>
      at ? [{ ...event, at, points: points ?? null, answer: answer ?? null }] : [],
    )
    .sort((one, other) => one.at.getTime() - other.at.getTime());
