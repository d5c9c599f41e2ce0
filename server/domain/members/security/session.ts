import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { FRESH_SIGN_IN_MINUTES } from '#contract/security.values.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { fixedTogether } from '#database/fixed-together.ts';
import { endStreams } from '#database/live.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { completeMember, type Member, memberQuery } from '#domain/members/member.ts';
import { endPush } from '#domain/notices/index.ts';

/** A session ends after this long without a request, or at its absolute end. */
export const IDLE_DAYS = 14;
const ABSOLUTE_DAYS = 60;
/** Sessions of admins end sooner, since they can do more. */
const ADMIN_IDLE_HOURS = 12;
export const ADMIN_ABSOLUTE_DAYS = 7;
/** Most sessions per member; opening one more ends the one not seen for the longest time. */
const SESSIONS_MAX = 50;
/** `last_seen_at` is written at most this often. */
const SEEN_EVERY_MINUTES = 60;

export interface Session {
  /** Sent to the browser once, as a cookie; the database stores its hash. */
  token: string;
  expiresAt: Date;
}

/** The hash of a token, which is the id of its session. */
export const sessionId = (token: string) => createHash('sha256').update(token).digest('hex');

/** The factors that a member has just proven. */
export interface Proven {
  password?: true;
  secondFactor?: boolean;
  /** A passkey with user verification: something the member has, and knows or is. It proves every factor. */
  passkey?: true;
  /** An account elsewhere: a proof of the time at which the other site asked for one, if it says so (ISO 8601). */
  identity?: { provider: string; askedAt?: string | undefined };
}

/** Opens a session for a member who has just proven every factor of the account. */
export async function openSession(
  tx: Tx,
  member: { id: string; isAdmin: boolean },
  client: { ip: string; userAgent: string },
  { secondFactor, passkey, identity }: Proven = {},
): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  const days = member.isAdmin ? ADMIN_ABSOLUTE_DAYS : ABSOLUTE_DAYS;
  const { expiresAt } = await tx
    .insertInto('sessions')
    .values({
      id: sessionId(token),
      userId: member.id,
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
      ip: client.ip,
      userAgent: client.userAgent,
      ...(secondFactor || passkey ? { secondFactorAt: sql<Date>`now()` } : {}),
      ...(passkey ? { passkeyAt: sql<Date>`now()` } : {}),
      ...(identity ? { authenticatedAt: asFarAs(identity.askedAt) } : {}),
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  await endSurplus(tx, member.id, sessionId(token));
  return { token, expiresAt };
}

/** The time that another site has told, but not a later one than now; null for none. */
const asFarAs = (askedAt: string | undefined) =>
  askedAt ? sql<Date>`least(${askedAt}::timestamptz, now())` : null;

/** Ends sessions beyond SESSIONS_MAX, those not seen for the longest time first; never the new one. */
async function endSurplus(tx: Tx, userId: string, newId: string): Promise<void> {
  const { rows } = await sql`delete from sessions where id in (
      select id from sessions where user_id = ${userId} and id <> ${newId}
      order by last_seen_at desc, created_at desc offset ${SESSIONS_MAX - 1})
    returning id`.execute(tx);
  if (rows.length > 0) await endStreams(tx, userId);
}

/** Opens a session and ends the one that the browser had before. */
export async function replaceSession(
  tx: Tx,
  member: { id: string; isAdmin: boolean },
  client: { ip: string; userAgent: string; sessionToken: string | undefined },
  proven: Proven = {},
): Promise<Session> {
  if (client.sessionToken) await closeSession(tx, client.sessionToken);
  return openSession(tx, member, client, proven);
}

/**
 * Gives the browser's session a new token and invalidates the old one. The session keeps its absolute end. `proven` lists
 * the factors just proven; only these make the session fresh. Throws Refusal not_signed_in if the session has ended.
 */
export async function rotateSession(
  tx: Tx,
  client: { sessionToken: string | undefined },
  { password, secondFactor, passkey }: Proven = {},
): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  const rotated = await tx
    .updateTable('sessions')
    .set({
      id: sessionId(token),
      ...(password || passkey ? { authenticatedAt: sql<Date>`now()` } : {}),
      ...(secondFactor || passkey ? { secondFactorAt: sql<Date>`now()` } : {}),
      ...(passkey ? { passkeyAt: sql<Date>`now()` } : {}),
    })
    .where('id', '=', sessionId(client.sessionToken ?? ''))
    .returning('expiresAt')
    .executeTakeFirst();
  if (!rotated) throw new Refusal('not_signed_in');
  return { token, expiresAt: rotated.expiresAt };
}

/** Whether staff must have used a passkey in their session. */
export type StaffPasskeys = 'offered' | 'required';

/** What every call may know of a session's member. */
export interface SessionMember {
  id: string;
  isAdmin: boolean;
  /** Null for members without a role. */
  staffRole: StaffRole | null;
  /** Whether the member signs in with a second factor. */
  hasTwoFactor: boolean;
  /** Whether the site asks staff for a passkey and none was used in this session. */
  lacksPasskey: boolean;
  /** Whether every factor of the account was proven within the last FRESH_SIGN_IN_MINUTES. */
  isFresh: boolean;
  /**
   * The site that gave the role, if the last sign-in there is older than FRESH_SIGN_IN_MINUTES; else null. Only that site
   * knows whether the member is still of the staff, so that nothing proven here makes the session fresh until then.
   */
  staffSite: string | null;
  /** All that the member sees of the account, for the call that shows it. */
  whole?: Member;
}

/** True for a session that has reached neither limit. The query names the member's row `u` and the session's `s`. */
export const IS_LIVE = sql<boolean>`s.expires_at > now() and s.last_seen_at > now() -
  case when u.is_admin then make_interval(hours => ${ADMIN_IDLE_HOURS}) else make_interval(days => ${IDLE_DAYS}) end`;

/** True for a live session of a member who is neither suspended nor erased. */
const LETS_IN = sql<boolean>`u.suspended_at is null and u.erased_at is null and ${IS_LIVE}`;

/** True if every current factor of the member was proven recently in this session. Rows `u` and `s` as above. */
const IS_FRESH = sql<boolean>`coalesce(s.authenticated_at > now() - make_interval(mins => ${FRESH_SIGN_IN_MINUTES}), false)
  and (not u.has_two_factor
    or coalesce(s.second_factor_at > now() - make_interval(mins => ${FRESH_SIGN_IN_MINUTES}), false))`;

const STAFF_SITE = sql<string | null>`case
  when s.created_at <= now() - make_interval(mins => ${FRESH_SIGN_IN_MINUTES}) then u.staff_role_from end`;

/** What a session says of its member; `stale` if it is to be noted that it was used. */
const sessionColumns = (asksStaff: boolean) =>
  [
    sql<boolean>`u.is_admin and s.passkey_at is null and ${asksStaff}::boolean`.as('lacksPasskey'),
    IS_FRESH.as('isFresh'),
    STAFF_SITE.as('staffSite'),
    sql<boolean>`s.last_seen_at < now() - make_interval(mins => ${SEEN_EVERY_MINUTES})`.as('stale'),
  ] as const;

const liveSession = fixedTogether(['text', 'boolean'], (database, id: string, asksStaff: boolean) =>
  database
    .selectFrom('users as u')
    .innerJoin('sessions as s', 's.userId', 'u.id')
    .select(['u.id', 'u.isAdmin', 'u.staffRole', 'u.hasTwoFactor'])
    .select(sessionColumns(asksStaff))
    .where('s.id', '=', id)
    .where(LETS_IN),
);
const liveMember = fixedTogether(['text', 'boolean'], (database, id: string, asksStaff: boolean) =>
  memberQuery(database)
    .innerJoin('sessions as s', 's.userId', 'u.id')
    .select(sessionColumns(asksStaff))
    .where('s.id', '=', id)
    .where(LETS_IN),
);

/** Returns the member of a live session; undefined for none, or if the member is suspended or erased. */
export async function findSession(
  database: Database,
  token: string,
  staffPasskeys: StaffPasskeys,
): Promise<SessionMember | undefined> {
  const [row] = await liveSession(database, sessionId(token), staffPasskeys === 'required');
  if (!row) return undefined;
  const { stale, ...member } = row;
  if (stale) await noteSeen(database, token);
  return member;
}

/** As `findSession`, with `whole`, in the same statement. */
export async function findWholeSession(
  database: Database,
  token: string,
  staffPasskeys: StaffPasskeys,
): Promise<SessionMember | undefined> {
  const [row] = await liveMember(database, sessionId(token), staffPasskeys === 'required');
  if (!row) return undefined;
  const { stale, lacksPasskey, isFresh, staffSite, ...member } = row;
  if (stale) await noteSeen(database, token);
  const { id, isAdmin, staffRole, twoFactorAuth: hasTwoFactor } = member;
  const whole = await completeMember(database, member);
  return { id, isAdmin, staffRole, hasTwoFactor, lacksPasskey, isFresh, staffSite, whole };
}

async function noteSeen(database: Database, token: string): Promise<void> {
  await database
    .updateTable('sessions')
    .set({ lastSeenAt: sql`now()` })
    .where('id', '=', sessionId(token))
    .execute();
}

/** Returns those of the given ids whose sessions are live. */
export async function liveSessions(database: Database, ids: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select s.id from sessions s join users u on u.id = s.user_id
    where s.id = any (${ids}) and ${LETS_IN}`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the ids of the member's live sessions. */
export async function liveSessionsOf(database: Database, userId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select s.id from sessions s join users u on u.id = s.user_id
    where s.user_id = ${userId} and ${LETS_IN}`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/** The network address of the member's latest sign-in whose session has not been deleted; undefined without one. */
export async function lastAddressOf(database: Database, userId: string): Promise<string | undefined> {
  const session = await database
    .selectFrom('sessions')
    .select('ip')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return session?.ip;
}

/**
 * Locks the member and then the browser's session, and returns its id. Throws Refusal not_signed_in if the account was
 * deleted or the session has ended since the request came.
 */
export async function lockSession(tx: Tx, userId: string, token: string | undefined): Promise<string> {
  const member = tx.selectFrom('users').select('id').where('id', '=', userId).where('erasedAt', 'is', null);
  if (!(await member.forKeyShare().executeTakeFirst())) throw new Refusal('not_signed_in');
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId(token ?? ''))
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  if (!session) throw new Refusal('not_signed_in');
  return session.id;
}

/** Throws Refusal reauthentication_required unless the session is fresh; its details name a `staffSite`. */
export function requireFresh({ isFresh, staffSite: provider }: SessionMember): void {
  if (!isFresh) throw new Refusal('reauthentication_required', provider ? { details: { provider } } : {});
}

/**
 * `requireFresh` within a transaction that has locked the member: since the request came, the session may have ended
 * or the account may have got a second factor.
 */
export async function requireStillFresh(tx: Tx, token: string | undefined): Promise<void> {
  const { rows } = await sql`select s.id from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId(token ?? '')} and ${IS_FRESH}`.execute(tx);
  if (rows.length === 0) throw new Refusal('reauthentication_required');
}

export async function closeSession(tx: Tx, token: string): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId(token))
    .returning('userId')
    .executeTakeFirst();
  if (ended) await endStreams(tx, ended.userId);
}

/** When the session `sessions` began, to the microsecond (seconds since 1970): what stays of it when its token changes. */
export const BEGAN = sql<string>`extract(epoch from sessions.created_at)::text`;

/** Ends the session of the member that began then, whatever its token is by now. */
export async function closeSessionOf(tx: Tx, userId: string, began: string): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).where(BEGAN, '=', began).execute();
  await endStreams(tx, userId);
}

/** Ends every session of the member. */
export async function closeAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
  await endPush(tx, userId);
  await endStreams(tx, userId);
}

/**
 * Ends every session of the member except the browser's, and rotates that one as `rotateSession` does: whoever has copied its
 * cookie is out as well. Push messages end in every browser, as that person may have subscribed one under this session; the
 * member's own posts its subscription again. Throws Refusal not_signed_in.
 */
export async function closeOtherSessions(
  tx: Tx,
  userId: string,
  client: { sessionToken: string | undefined },
  proven: Proven = {},
): Promise<Session> {
  await lockMember(tx, userId);
  const session = await rotateSession(tx, client, proven);
  await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '!=', sessionId(session.token))
    .execute();
  // After the rotation, which waits for a subscription that is under way and lets no other one begin.
  await endPush(tx, userId);
  await endStreams(tx, userId);
  return session;
}
