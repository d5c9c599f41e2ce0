import { sql } from 'kysely';
import type { Task } from '#contract/tasks.ts';
import { OWN_SOURCE, TASKS_PAGE_MAX } from '#contract/tasks.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { fixedTogether } from '#database/fixed-together.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { creditsOf } from '#domain/ledger/index.ts';

/** The title of the mission of the row `tasks`, in its member's language; null if it is not translated or no mission. */
const MISSION_TITLE = sql`(
  select m.translations -> u.locale ->> tasks.title
  from mission_attempts a join missions m on m.id = a.mission_id join users u on u.id = a.user_id
  where tasks.wall is null and a.task_id = tasks.id)`;
/** The wall of the row `tasks`; for a task that a granted claim made, the wall of the claim. */
const WALL = sql<string | null>`
  coalesce(tasks.wall, (select c.wall from reward_claims c where c.granted_task_id = tasks.id))`;

const tasksOf = (database: Database, userId: string) =>
  database
    .selectFrom('tasks')
    .select(['id', 'taskType', 'pointsEarned', 'completedAt', 'reversedAt', 'heldUntil'])
    .select(WALL.as('wall'))
    .select(sql<string | null>`coalesce(${MISSION_TITLE}, title)`.as('title'))
    .where('userId', '=', userId)
    .orderBy('completedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(TASKS_PAGE_MAX);
const newestTasks = fixedTogether(['uuid'], tasksOf);
const tasksBefore = fixedTogether(['uuid', 'uuid'], (database, userId: string, before: string) =>
  tasksOf(database, userId).where(
    sql<boolean>`(completed_at, id) < (select completed_at, id from tasks where id = ${before} and user_id = ${userId})`,
  ),
);

/**
 * Returns the member's tasks, newest first, at most TASKS_PAGE_MAX. With `before`, those after the task of that id;
 * none if it is another member's. Reversed tasks do not count as completed.
 */
export async function listTasks(
  database: Database,
  walls: ConfiguredWall[],
  userId: string,
  before: string | undefined,
): Promise<Domain<Task>[]> {
  const rows = await (before === undefined
    ? newestTasks(database, userId)
    : tasksBefore(database, userId, before));
  const titles = new Map(walls.map(({ definition }) => [definition.id, definition.title]));
  return rows.map(({ wall, heldUntil, ...row }) => ({
    ...row,
    source: wall === null ? OWN_SOURCE : (titles.get(wall) ?? wall),
    completed: row.reversedAt === null,
    pendingUntil: heldUntil,
  }));
}

interface Totals {
  count: number;
  points: number;
  pending: number;
  pendingUntil: Date | null;
}

/** Each task that counts is a credit of the ledger, which keeps sums of them. */
const totalsOf = fixedTogether(
  ['uuid'],
  (_database, userId: string) => sql<Totals>`
    select c.credits::float8 as count, c.points::float8 as points, held.points::float8 as pending, held.until as pending_until
    from ${creditsOf(userId)} c, (
      select coalesce(sum(points_earned), 0) as points, min(held_until) as until
      from tasks where user_id = ${userId} and held_until is not null
    ) held`,
);

/** Returns the number of credited tasks, their points, the pending points and when the first of them matures. */
export async function totalTasks(database: Database, userId: string): Promise<Totals> {
  const [totals] = await totalsOf(database, userId);
  if (!totals) throw new Error('the totals query returned no row');
  return totals;
}
