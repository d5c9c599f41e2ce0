import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { hasFeed } from './pull-feeds.ts';

/** When the company of each wall last confirmed its catalogue. Walls without a feed, and those that never did, are left out. */
export async function readLastConfirmed(
  database: Database,
  walls: readonly ConfiguredWall[],
): Promise<Map<string, Date>> {
  const ids = walls.filter(hasFeed).map(({ definition }) => definition.id);
  const { rows } = await sql<{ wall: string; pulledAt: Date }>`
    select wall, pulled_at from feeds
    where wall = any (${ids}::text[]) and pulled_at is not null`.execute(database);
  return new Map(rows.map(({ wall, pulledAt }) => [wall, pulledAt]));
}
