import type { Task } from '#contract/earning.ts';
import { OWN_SOURCE } from '#contract/values.ts';
import type { Database } from '#database/client.ts';
import type { ConfiguredWall } from './definition.ts';

const TASKS_MAX = 500;

/** The member's tasks, newest first, at most 500. A task that was taken back does not count as completed. */
export async function listTasks(
  database: Database,
  walls: ConfiguredWall[],
  userId: string,
): Promise<Task[]> {
  const rows = await database
    .selectFrom('tasks')
    .select(['id', 'taskType', 'wall', 'title', 'pointsEarned', 'completedAt', 'reversedAt'])
    .where('userId', '=', userId)
    .orderBy('completedAt', 'desc')
    .orderBy('id')
    .limit(TASKS_MAX)
    .execute();
  const titles = new Map(walls.map(({ definition }) => [definition.id, definition.title]));
  return rows.map(({ wall, completedAt, reversedAt, ...row }) => ({
    ...row,
    source: wall === null ? OWN_SOURCE : (titles.get(wall) ?? wall),
    completed: reversedAt === null,
    completedAt: completedAt.toISOString(),
    reversedAt: reversedAt?.toISOString() ?? null,
  }));
}
