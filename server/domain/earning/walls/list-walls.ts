import type { Wall } from '#contract/walls.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { isWallPaused, listPauses } from '#domain/earning/monitoring/pauses.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { derivedValue, embedFor } from '#domain/earning/wall-format/embed.ts';
import { newCode } from './member-code.ts';

/**
 * Returns the walls of this site, ready to embed for the member; their codes are made at the first view. A paused
 * wall is only marked as paused.
 */
export async function listWalls(tx: Tx, walls: ConfiguredWall[], userId: string): Promise<Wall[]> {
  const codes = await memberCodes(
    tx,
    walls.map(({ definition }) => definition.id),
    userId,
  );
  const paused = new Set((await listPauses(tx)).map(({ wall }) => wall));
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
  tx: Tx,
  walls: ConfiguredWall[],
  userId: string,
  { wall: id, name }: { wall: string; name: string },
): Promise<string> {
  const wall = (await isWallPaused(tx, id))
    ? undefined
    : walls.find(({ definition }) => definition.id === id);
  const code = wall && (await memberCodes(tx, [id], userId)).get(id);
  const value = wall && code ? derivedValue(wall, { code }, name) : undefined;
  if (value === undefined) throw new Refusal('wall_unavailable');
  return value;
}

/** Wall id -> the code by which that wall knows the member. Two first views at once get the same code. */
async function memberCodes(tx: Tx, walls: string[], userId: string): Promise<Map<string, string>> {
  const known = await readCodes(tx, walls, userId);
  const missing = walls.filter((wall) => !known.has(wall));
  if (missing.length === 0) return known;
  await tx
    .insertInto('wallMembers')
    .values(missing.map((wall) => ({ wall, userId, code: newCode() })))
    .onConflict((conflict) => conflict.columns(['wall', 'userId']).doNothing())
    .execute();
  return readCodes(tx, walls, userId);
}

async function readCodes(tx: Tx, walls: string[], userId: string): Promise<Map<string, string>> {
  if (walls.length === 0) return new Map();
  const rows = await tx
    .selectFrom('wallMembers')
    .select(['wall', 'code'])
    .where('userId', '=', userId)
    .where('wall', 'in', walls)
    .execute();
  return new Map(rows.map((row) => [row.wall, row.code]));
}
