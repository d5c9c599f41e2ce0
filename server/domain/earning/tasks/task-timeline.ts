import { sql } from 'kysely';
import type { TaskEvent } from '#contract/tasks.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { fixedTogether } from '#database/fixed-together.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { creditKeyOf } from '#domain/earning/intake/post-credit.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';

/** What may have happened. */
interface Event {
  kind: TaskEvent['kind'];
  at: Date | null | undefined;
  points?: number;
  answer?: string | null;
}

interface Task {
  wall: string | null;
  pointsEarned: number;
  completedAt: Date;
  reversedAt: Date | null;
  /** Of a wall's task: when the call came, until when its points are or were pending, and when they counted. */
  receivedAt: Date | null;
  heldUntil: Date | null;
  creditedAt: Date | null;
  /** Of a mission's task. */
  missionId: string | null;
  startedAt: Date | null;
}

const ownTask = fixedTogether(
  ['uuid', 'uuid'],
  (_database, userId: string, taskId: string) => sql<Task>`
    select t.wall, t.points_earned, t.completed_at, t.reversed_at, w.created_at as received_at, w.held_until,
      l.created_at as credited_at, a.mission_id, a.started_at
    from tasks t
      left join webhook_transactions w on w.id = t.id and t.wall is not null
      left join ${TRANSFERS} l on l.key = ${creditKeyOf('w')}
      left join mission_attempts a on a.task_id = t.id and a.user_id = t.user_id and t.wall is null
    where t.id = ${taskId} and t.user_id = ${userId}`,
);

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
  const [task] = await ownTask(database, userId, taskId);
  if (!task) throw new Refusal('not_found');
  const events = [
    ...(task.wall === null ? ownEvents(task) : wallEvents(task)),
    { kind: 'reversed' as const, at: task.reversedAt, points: task.pointsEarned },
    ...(await claimEvents(database, userId, taskId, task.missionId)),
  ];
  const known = walls.some(({ definition }) => definition.id === task.wall);
  return { events: inOrder(events), wall: known ? task.wall : null };
}

/** A credit counts from its transfer on. A credit reversed while pending has no maturity date. */
function wallEvents({ pointsEarned: points, reversedAt, receivedAt, heldUntil, creditedAt }: Task): Event[] {
  const waited = reversedAt === null || creditedAt !== null;
  return [
    { kind: 'received', at: receivedAt },
    { kind: 'pending', at: waited ? heldUntil : null, points },
    { kind: 'credited', at: creditedAt, points },
  ];
}

/** Events of a mission or a granted claim, whose points count at once. */
const ownEvents = ({ startedAt, completedAt, pointsEarned }: Task): Event[] => [
  { kind: 'started', at: startedAt },
  { kind: 'credited', at: completedAt, points: pointsEarned },
];

const claimsAbout = fixedTogether(
  ['uuid', 'uuid', 'uuid'],
  (database, userId: string, taskId: string, missionId: string | null) =>
    database
      .selectFrom('rewardClaims')
      .select(['createdAt', 'decision', 'decidedAt', 'answer', 'points'])
      .where('userId', '=', userId)
      .where((claim) =>
        claim.or([
          claim('taskId', '=', taskId),
          claim('grantedTaskId', '=', taskId),
          claim('missionId', '=', missionId),
        ]),
      ),
);

/** Claims about the task or its mission, and the claim that created it. */
async function claimEvents(
  database: Database,
  userId: string,
  taskId: string,
  missionId: string | null,
): Promise<Event[]> {
  const rows = await claimsAbout(database, userId, taskId, missionId);
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
