import { sql } from 'kysely';
import type { Wall } from '#contract/walls.ts';
import type { WallPersonalField } from '#contract/walls.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { fixedTogether } from '#database/fixed-together.ts';
import { announce } from '#database/live.ts';
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
  { id: userId, isAdmin: isStaff }: { id: string; isAdmin: boolean },
): Promise<Omit<Wall, 'answers'>[]> {
  const codes = await memberCodes(
    database,
    walls.map(({ definition }) => definition.id),
    userId,
  );
  const paused = new Set(pauses.map(({ wall }) => wall));
  return walls.flatMap((wall) => {
    const { id, title } = wall.definition;
    const known = codes.get(id);
    if (!known) return [];
    const { code: memberCode, sharedFields } = known;
    const shares = answerOf(wall, sharedFields);
    const told = shares === true ? Object.fromEntries(wall.share.map((name) => [name, known[name]])) : {};
    const embed = embedFor(wall, { code: memberCode, isStaff, personal: told });
    const sharing = wall.share.length > 0 ? { fields: [...wall.share], shares } : null;
    const shown =
      embed.kind === 'none' ? embed : paused.has(id) ? PAUSED : sharing?.shares === null ? ASKED : embed;
    return [{ id, title, holdDays: wall.holdDays, memberCode, embed: shown, sharing }];
  });
}

const PAUSED = { kind: 'paused' } as const;
/** The wall's address is not given out before the member has decided. */
const ASKED = { kind: 'asked' } as const;

/** Whether the member has a wall to earn at now: one that is shown to them and not paused. */
export function hasOpenWall(
  { walls, pauses }: SiteWalls,
  { isAdmin: isStaff }: { isAdmin: boolean },
): boolean {
  const paused = new Set(pauses.map(({ wall }) => wall));
  return walls.some((wall) => {
    const { id } = wall.definition;
    // The code is only filled in.
    return !paused.has(id) && embedFor(wall, { code: '', isStaff }).kind !== 'none';
  });
}

/** Whether the member agreed to all that the wall wants. An agreement to less is none: they are asked about the rest. */
function answerOf({ share }: ConfiguredWall, sharedFields: WallPersonalField[] | null): boolean | null {
  if (sharedFields === null) return null;
  if (sharedFields.length === 0) return false;
  return share.every((field) => sharedFields.includes(field)) ? true : null;
}

/**
 * Stores what the wall may be told of what it wants, nothing beyond that, and tells the member's open pages, as they have the
 * wall's address from before. No field is a refusal. Of a member who is leaving nothing is stored. Throws Refusal
 * wall_unavailable if it wants nothing, or nothing of that.
 */
export async function decideSharing(
  tx: Tx,
  walls: readonly ConfiguredWall[],
  { memberId, wall: id, fields }: { memberId: string; wall: string; fields: WallPersonalField[] },
): Promise<void> {
  const wall = walls.find(({ definition }) => definition.id === id);
  if (!wall || wall.share.length === 0) throw new Refusal('wall_unavailable');
  const sharedFields = wall.share.filter((field) => fields.includes(field));
  if (fields.length > 0 && sharedFields.length === 0) throw new Refusal('wall_unavailable');
  await sql`
    insert into wall_members (wall, user_id, code, shared_fields, sharing_decided_at)
    select ${id}, id, ${newCode()}, ${sharedFields}::text[], now() from users
    where id = ${memberId} and erased_at is null for key share
    on conflict (wall, user_id) do update
      set shared_fields = excluded.shared_fields, sharing_decided_at = excluded.sharing_decided_at`.execute(
    tx,
  );
  announce(tx, memberId, { type: 'sharing', data: {} });
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
  const code = wall && (await memberCodes(database, [id], userId)).get(id)?.code;
  const value = wall && code ? derivedValue(wall, { code }, name) : undefined;
  if (value === undefined) throw new Refusal('wall_unavailable');
  return value;
}

/** The code by which the wall knows the member; made if there is none yet. */
export async function codeOf(database: Database, wall: string, userId: string): Promise<string> {
  const known = (await memberCodes(database, [wall], userId)).get(wall);
  if (!known) throw new Error('the member is gone');
  return known.code;
}

/** Wall id -> how that wall knows the member; none of a member who has left. Two first views at once get the same code. */
async function memberCodes(
  database: Database,
  walls: string[],
  userId: string,
): Promise<Map<string, KnownMember>> {
  const known = await readCodes(database, walls, userId);
  const missing = walls.filter((wall) => !known.has(wall));
  if (missing.length === 0) return known;
  const codes = missing.map(newCode);
  await sql`
    insert into wall_members (wall, user_id, code)
    select wall, u.id, code from unnest(${missing}::text[], ${codes}::text[]) as new (wall, code), users u
    where u.id = ${userId} and u.erased_at is null for key share of u
    on conflict (wall, user_id) do nothing`.execute(database);
  return readCodes(database, walls, userId);
}

async function readCodes(
  database: Database,
  walls: string[],
  userId: string,
): Promise<Map<string, KnownMember>> {
  if (walls.length === 0) return new Map();
  const rows = await codesOf(database, walls.join(' '), userId);
  return new Map(rows.map(({ wall, ...known }) => [wall, known]));
}

/** How one wall knows the member, and what it may be told besides. */
interface KnownMember {
  code: string;
  sharedFields: WallPersonalField[] | null;
  email: string;
  name: string;
}

/** `walls` are ids, with spaces between them. */
const codesOf = fixedTogether(
  ['text', 'uuid'],
  (_database, walls: string, userId: string) => sql<KnownMember & { wall: string }>`
    select m.wall, m.code, m.shared_fields, u.email, u.name from wall_members m join users u on u.id = m.user_id
    where m.user_id = ${userId} and m.wall = any (string_to_array(${walls}, ' '))`,
);
