import { sql } from 'kysely';

/** The wall of the task `t`, also of one that was granted after a report about that wall; null for own missions. */
export const WALL_OF_TASK = sql<string | null>`
  coalesce(t.wall, (select c.wall from reward_claims c where c.granted_task_id = t.id))`;
