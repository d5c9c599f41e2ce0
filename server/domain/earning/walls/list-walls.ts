import { sql } from 'kysely';
import type { Wall } from '#contract/walls.ts';
import type { Database } from '#database/client.ts';
import { fixed } from '#database/fixed.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { WallPause } from '#domain/earning/monitoring/pauses.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { derivedValue, embedFor } from '#domain/earning/wall-format/embed.ts';
import { newCode } from './member-code.ts';

/** The walls of this site, and which of them are hidden from members. */
export interface SiteWalls {
  walls: readonly ConfiguredWall[];
  pauses: readonly WallPause[];
}

/**
 * Returns the walls of this site, ready to embed for the member; their codes are made at the first view. A paused
 * wall is only marked as paused.
 */
export async function listWalls(
  database: Database,
  { walls, pauses }: SiteWalls,
  userId: string,
): Promise<Wall[]> {
  const codes = await memberCodes(
    database,
    walls.map(({ definition }) => definition.id),
    userId,
  );
  const paused = new Set(pauses.map(({ wall }) => wall));
  return walls.flatMap((wall) => {
    const { id, title } = wall.definition;
    const memberCode = codes.get(id);
    if (!memberCode) return [];
    const embed = embedFor(wall, { code: memberCode });
    const hidden = paused.has(id) && embed.kind !== 'none';
    return [{ id, title, memberCode, embed: hidden ? { kind: 'paused' as const } : embed }];
  });
}

/**
 * Returns a value that the wall's definition derives for the member, such as a signed id. Throws Refusal
 * wall_unavailable if the site has no such wall, the wall has no such value, or it is paused.
 */
export async function derivedFor(
  database: Database,
  { walls, pauses }: SiteWalls,
  userId: string,
  { wall: id, name }: { wall: string; name: string },
): Promise<string> {
  const paused = pauses.some(({ wall }) => wall === id);
  const wall = paused ? undefined : walls.find(({ definition }) => definition.id === id);
  const code = wall && (await memberCodes(database, [id], userId)).get(id);
  const value = wall && code ? derivedValue(wall, { code }, name) : undefined;
  if (value === undefined) throw new Refusal('wall_unavailable');
  return value;
}

/** Wall id -> the code by which that wall knows the member. Two first views at once get the same code. */
async function memberCodes(
  database: Database,
  walls: string[],
  userId: string,
): Promise<Map<string, string>> {
  const known = await readCodes(database, walls, userId);
  const missing = walls.filter((wall) => !known.has(wall));
  if (missing.length === 0) return known;
  await database
    .insertInto('wallMembers')
    .values(missing.map((wall) => ({ wall, userId, code: newCode() })))
    .onConflict((conflict) => conflict.columns(['wall', 'userId']).doNothing())
    .execute();
  return readCodes(database, walls, userId);
}

async function readCodes(database: Database, walls: string[], userId: string): Promise<Map<string, string>> {
  if (walls.length === 0) return new Map();
  return new Map((await codesOf(database, walls, userId)).map(({ wall, code }) => [wall, code]));
}

const codesOf = fixed(
  (_database, walls: string[], userId: string) => sql<{ wall: string; code: string }>`
    select wall, code from wall_members where user_id = ${userId} and wall = any (${walls}::text[])`,
);
