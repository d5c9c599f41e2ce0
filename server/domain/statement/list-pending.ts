import { sql } from 'kysely';
import type { PendingEntry } from '#contract/statement.ts';
import { PENDING_MAX } from '#contract/statement.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { fixedTogether } from '#database/fixed-together.ts';
import { sourceOf, type Wall } from './wall-titles.ts';

interface Row {
  id: string;
  at: Date;
  countsAt: Date;
  points: number;
  title: string | null;
  taskType: string;
  wall: string | null;
  count: number;
  all: number;
}

const pendingOf = fixedTogether(
  ['uuid'],
  (_database, userId: string) => sql<Row>`
    select id, completed_at as at, held_until as counts_at, points_earned as points, title, task_type, wall,
      count(*) over ()::integer as count, (sum(points_earned) over ())::float8 as all
    from tasks where user_id = ${userId} and held_until is not null
    order by held_until, id limit ${PENDING_MAX}`,
);

/** Returns how many tasks of the member are pending, their points, and those that count first. */
export async function listPending(
  database: Database,
  walls: Wall[],
  userId: string,
): Promise<{ count: number; points: number; entries: Domain<PendingEntry>[] }> {
  const rows = await pendingOf(database, userId);
  return {
    count: rows[0]?.count ?? 0,
    points: rows[0]?.all ?? 0,
    entries: rows.map(({ id, at, countsAt, points, title, taskType, wall }) => ({
      id,
      at,
      countsAt,
      points,
      task: { title, taskType, source: sourceOf(walls, wall) },
    })),
  };
}
