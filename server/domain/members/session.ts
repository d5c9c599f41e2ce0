import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { FRESH_SIGN_IN_MINUTES, type StaffRole } from '#contract/values.ts';
import type { Database, Tx } from '#database/client.ts';
import { endStreams } from '#database/live.ts';
import { Refusal } from '../refusal.ts';

/** A session ends after this long without a request, and in any case at its absolute end. */
export const IDLE_DAYS = 14;
const ABSOLUTE_DAYS = 60;
/** Admins hold more, so theirs end sooner. */
const ADMIN_IDLE_HOURS = 12;
const ADMIN_ABSOLUTE_DAYS = 7;
/** `last_seen_at` is written at most this often. */
const SEEN_EVERY_MINUTES = 60;

export interface Session {
  /** Sent to the browser once, as a cookie; the database holds its hash. */
  token: string;
  expiresAt: Date;
}

/** How a token is stored, and what a session is called in lists. */
export const sessionId = (token: string) => createHash('sha256').update(token).digest('hex');

/** Opens a session for a member who has just proven who they are. */
export async function openSession(
  tx: Tx,
  member: { id: string; isAdmin: boolean },
  client: { ip: string; userAgent: string },
): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  const days = member.isAdmin ? ADMIN_ABSOLUTE_DAYS : ABSOLUTE_DAYS;
  const expiresAt = new Date(Date.now() + days * 86_400_000);
  await tx
    .insertInto('sessions')
    .values({
      id: sessionId(token),
      userId: member.id,
      expiresAt,
      ip: client.ip,
      userAgent: client.userAgent,
    })
    .execute();
  return { token, expiresAt };
}

/** Opens a session in place of the one that the browser had, whose cookie is dead from then on. */
export async function replaceSession(
  tx: Tx,
  member: { id: string; isAdmin: boolean },
  client: { ip: string; userAgent: string; sessionToken: string | undefined },
): Promise<Session> {
  if (client.sessionToken) await closeSession(tx, client.sessionToken);
  return openSession(tx, member, client);
}

/**
 * A new token for the session of the browser; the old cookie is dead. The session keeps its absolute end.
 * `authenticated`: the member has just proven who they are. Throws Refusal not_signed_in if it ended meanwhile.
 */
export async function rotateSession(
  tx: Tx,
  client: { sessionToken: string | undefined },
  { authenticated = false } = {},
): Promise<Session> {
  const token = randomBytes(32).toString('base64url');
  const rotated = await tx
    .updateTable('sessions')
    .set({ id: sessionId(token), ...(authenticated ? { authenticatedAt: sql<Date>`now()` } : {}) })
    .where('id', '=', sessionId(client.sessionToken ?? ''))
    .returning('expiresAt')
    .executeTakeFirst();
  if (!rotated) throw new Refusal('not_signed_in');
  return { token, expiresAt: rotated.expiresAt };
}

/** Who a session belongs to, as far as every call may know. */
export interface SessionMember {
  id: string;
  isAdmin: boolean;
  /** Null for everybody but admins. */
  staffRole: StaffRole | null;
  /** Signs in with a second factor. */
  hasTwoFactor: boolean;
  /** Has proven who they are within the last FRESH_SIGN_IN_MINUTES. */
  isFresh: boolean;
}

/** Which sessions count: alive by both limits. The row of the member is `u`, that of the session `s`. */
export const IS_LIVE = sql<boolean>`s.expires_at > now() and s.last_seen_at > now() -
  case when u.is_admin then make_interval(hours => ${ADMIN_IDLE_HOURS}) else make_interval(days => ${IDLE_DAYS}) end`;

/** A live session of a member who is neither suspended nor gone. */
const LETS_IN = sql<boolean>`u.suspended_at is null and u.erased_at is null and ${IS_LIVE}`;

/** The member of a live session, or undefined. Suspended members and those who left have none. */
export async function findSession(database: Database, token: string): Promise<SessionMember | undefined> {
  const { rows } = await sql<SessionMember & { stale: boolean }>`
    select u.id, u.is_admin, u.staff_role, u.totp_enabled_at is not null as has_two_factor,
      s.authenticated_at > now() - make_interval(mins => ${FRESH_SIGN_IN_MINUTES}) as is_fresh,
      s.last_seen_at < now() - make_interval(mins => ${SEEN_EVERY_MINUTES}) as stale
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId(token)} and ${LETS_IN}`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { stale, ...member } = row;
  if (stale) {
    await database
      .updateTable('sessions')
      .set({ lastSeenAt: sql`now()` })
      .where('id', '=', sessionId(token))
      .execute();
  }
  return member;
}

/** Which of the sessions of these ids let somebody in now. */
export async function liveSessions(database: Database, ids: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select s.id from sessions s join users u on u.id = s.user_id
    where s.id = any (${ids}) and ${LETS_IN}`.execute(database);
  return new Set(rows.map(({ id }) => id));
}

/** Throws Refusal reauthentication_required unless the member has proven just now who they are. */
export function requireFresh(member: SessionMember): void {
  if (!member.isFresh) throw new Refusal('reauthentication_required');
}

export async function closeSession(tx: Tx, token: string): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', sessionId(token))
    .returning('userId')
    .executeTakeFirst();
  if (ended) await endStreams(tx, ended.userId);
}

/** Ends every session of the member. */
export async function closeAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
  await endStreams(tx, userId);
}

/** Ends every session of the member but that of the browser. */
export async function closeOtherSessions(
  tx: Tx,
  userId: string,
  keptToken: string | undefined,
): Promise<void> {
  await tx
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '!=', sessionId(keptToken ?? ''))
    .execute();
  await endStreams(tx, userId);
}
