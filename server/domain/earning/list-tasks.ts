import { sql } from 'kysely';
import type { Task } from '#contract/earning.ts';
import { OWN_SOURCE, TASKS_PAGE_MAX } from '#contract/values.ts';
import type { Database } from '#database/client.ts';
import type { ConfiguredWall } from './definition.ts';

/**
 * The member's tasks, newest first, at most TASKS_PAGE_MAX; with `before` those that follow the task of that id, none if
 * it is not the member's. A task that was taken back does not count as completed.
 */
export async function listTasks(
  database: Database,
  walls: ConfiguredWall[],
  userId: string,
  before: string | undefined,
): Promise<Task[]> {
  let query = database
    .selectFrom('tasks')
    .select(['id', 'taskType', 'wall', 'title', 'pointsEarned', 'completedAt', 'reversedAt'])
    .where('userId', '=', userId)
    .orderBy('completedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(TASKS_PAGE_MAX);
  if (before !== undefined) {
    query = query.where(
      sql<boolean>`(completed_at, id) < (select completed_at, id from tasks where id = ${before} and user_id = ${userId})`,
    );
  }
  const titles = new Map(walls.map(({ definition }) => [definition.id, definition.title]));
  return (await query.execute()).map(({ wall, completedAt, reversedAt, ...row }) => ({
    ...row,
    source: wall === null ? OWN_SOURCE : (titles.get(wall) ?? wall),
    completed: reversedAt === null,
    completedAt: completedAt.toISOString(),
    reversedAt: reversedAt?.toISOString() ?? null,
  }));
}

/** How many tasks still count, and their points in all. */
export async function totalTasks(
  database: Database,
  userId: string,
): Promise<{ count: number; points: number }> {
  const { count, points } = await database
    .selectFrom('tasks')
    .select([sql<string>`count(*)`.as('count'), sql<string>`coalesce(sum(points_earned), 0)`.as('points')])
    .where('userId', '=', userId)
    .where('reversedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return { count: Number(count), points: Number(points) };
}
