import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';

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

const hash = (token: string) => createHash('sha256').update(token).digest('hex');

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
    .values({ id: hash(token), userId: member.id, expiresAt, ip: client.ip, userAgent: client.userAgent })
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

/** The member of a live session, or undefined. Suspended members have none. */
export async function findSession(
  database: Database,
  token: string,
): Promise<{ id: string; isAdmin: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isAdmin: boolean; stale: boolean }>`
    select u.id, u.is_admin, s.last_seen_at < now() - make_interval(mins => ${SEEN_EVERY_MINUTES}) as stale
    from sessions s join users u on u.id = s.user_id
    where s.id = ${hash(token)} and u.suspended_at is null and s.expires_at > now() and s.last_seen_at > now() -
      case when u.is_admin then make_interval(hours => ${ADMIN_IDLE_HOURS}) else make_interval(days => ${IDLE_DAYS}) end
    `.execute(database);
  const member = rows[0];
  if (!member) return undefined;
  if (member.stale) {
    await database
      .updateTable('sessions')
      .set({ lastSeenAt: sql`now()` })
      .where('id', '=', hash(token))
      .execute();
  }
  return { id: member.id, isAdmin: member.isAdmin };
}

export async function closeSession(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', hash(token)).execute();
}

/** Ends every session of the member. */
export async function closeAllSessions(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('userId', '=', userId).execute();
}
