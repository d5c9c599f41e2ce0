import { sql } from 'kysely';
import { type Permission, ROLE_PERMISSIONS } from '#contract/staff.values.ts';
import type { Database } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { type SessionMember, STAFF_SESSION_DAYS_MAX } from '#domain/members/index.ts';
import type { Left, Limits } from '#domain/trust/index.ts';
import { hashOf, isToken } from './token.ts';

/** The caller of a request with a key. */
export interface KeyCaller {
  keyId: string;
  /** What the key was made for and its admin may still do. */
  permissions: readonly Permission[];
  /** The admin for whom it acts. */
  member: SessionMember;
  /** What the key's limit has left. */
  calls: Left;
}

/**
 * Whether the admin `u` who made a key could sign in to the pages of staff. A role of another site is only known from a
 * sign-in there, so that its keys rest when that is as old as a session of staff may become.
 */
export const CAN_ACT = sql<boolean>`u.staff_role is not null and u.has_two_factor
  and u.suspended_at is null and u.erased_at is null
  and (u.staff_role_from is null or exists (
    select from identities i where i.user_id = u.id and i.provider = u.staff_role_from
      and coalesce(i.last_used_at, i.created_at) > now() - make_interval(days => ${STAFF_SESSION_DAYS_MAX})))`;

/**
 * Returns the caller of a key. Wrong keys count by address, right ones by key. The key is looked up by its hash, so the
 * time of the comparison tells nothing about it. A call that goes on names the caller as it `began`, and is not counted again.
 * Throws Refusal invalid_key, too_many_requests. Opens its own statements.
 */
export async function authenticateKey(
  { database, limits }: { database: Database; limits: Limits },
  token: string,
  ip: string,
  began?: KeyCaller,
): Promise<KeyCaller> {
  const found = isToken(token) ? await findKey(database, token) : undefined;
  if (!found?.staffRole) {
    await limits.take(['api_key_ip', ip]);
    throw new Refusal('invalid_key');
  }
  const { keyId, scopes, id, isAdmin, staffRole } = found;
  const calls = began?.calls ?? (await limits.take(['api_key', keyId]));
  if (found.stale) {
    await database.updateTable('apiKeys').set({ lastUsedAt: sql`now()` }).where('id', '=', keyId).execute();
  }
  return {
    keyId,
    permissions: ROLE_PERMISSIONS[staffRole].filter((permission) => scopes.includes(permission)),
    member: {
      id,
      isAdmin,
      staffRole,
      hasTwoFactor: true,
      lacksPasskey: false,
      isFresh: false,
      staffSite: null,
    },
    calls,
  };
}

type FoundKey = Pick<SessionMember, 'id' | 'isAdmin' | 'staffRole'> & {
  keyId: string;
  scopes: string[];
  /** Whether the time of its last use has to be written, at most once a minute. */
  stale: boolean;
};

async function findKey(database: Database, token: string): Promise<FoundKey | undefined> {
  const { rows } = await sql<FoundKey>`
    select k.id as key_id, k.scopes, u.id, u.is_admin, u.staff_role,
      k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as stale
    from api_keys k join users u on u.id = k.created_by
    where k.hash = ${hashOf(token)} and k.revoked_at is null and k.expires_at > now() and ${CAN_ACT}`.execute(
    database,
  );
  return rows[0];
}
