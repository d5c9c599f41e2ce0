import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { hasFeed } from './pull-feeds.ts';

/** When the company of each wall last confirmed its catalogue, null if it never did. Walls without a feed are left out. */
export async function readLastConfirmed(
  database: Database,
  walls: readonly ConfiguredWall[],
): Promise<Map<string, Date | null>> {
  const ids = walls.filter(hasFeed).map(({ definition }) => definition.id);
  const { rows } = await sql<{ wall: string; pulledAt: Date | null }>`
    select wall, pulled_at from unnest(${ids}::text[]) as fed (wall) left join feeds using (wall)`.execute(
    database,
  );
  return new Map(rows.map(({ wall, pulledAt }) => [wall, pulledAt]));
}
