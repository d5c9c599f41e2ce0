import { sql } from 'kysely';
import type { Task } from '#contract/tasks.ts';
import { OWN_SOURCE, TASKS_PAGE_MAX } from '#contract/tasks.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { fixed } from '#database/fixed.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';

const tasksOf = (database: Database, userId: string) =>
  database
    .selectFrom('tasks')
    .select(['id', 'taskType', 'wall', 'title', 'pointsEarned', 'completedAt', 'reversedAt', 'heldUntil'])
    .where('userId', '=', userId)
    .orderBy('completedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(TASKS_PAGE_MAX);
const newestTasks = fixed(tasksOf);
const tasksBefore = fixed((database, userId: string, before: string) =>
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

const totalsOf = fixed(
  (_database, userId: string) => sql<Totals>`
    select count(*) filter (where held_until is null)::float8 as count,
      coalesce(sum(points_earned) filter (where held_until is null), 0)::float8 as points,
      coalesce(sum(points_earned) filter (where held_until is not null), 0)::float8 as pending,
      min(held_until) as pending_until
    from tasks where user_id = ${userId} and reversed_at is null`,
);

/** Returns the number of credited tasks, their points, the pending points and when the first of them matures. */
export async function totalTasks(database: Database, userId: string): Promise<Totals> {
  const [totals] = await totalsOf(database, userId);
  if (!totals) throw new Error('the totals query returned no row');
  return totals;
}
