import type { Session } from '#contract/security.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { endStreams } from '#database/live.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { endUntiedPush } from '#domain/notices/index.ts';
import { deviceOf, requireOwner } from '#domain/trust/index.ts';
import { closeAllSessions, IS_LIVE, sessionId } from './session.ts';

/** Longest list of sessions; members usually have a few. */
const LISTED_MAX = 100;

/** Returns the member's live sessions, the last used first. */
export async function listSessions(
  database: Database | Tx,
  userId: string,
  token: string | undefined,
): Promise<Domain<Session>[]> {
  const rows = await database
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.id', 's.ip', 's.userAgent', 's.createdAt', 's.lastSeenAt'])
    .where('u.id', '=', userId)
    .where(IS_LIVE)
    .orderBy('s.lastSeenAt', 'desc')
    .orderBy('s.id')
    .limit(LISTED_MAX)
    .execute();
  const current = sessionId(token ?? '');
  return rows.map(({ userAgent, ...row }) => ({
    ...row,
    device: deviceOf(userAgent),
    current: row.id === current,
  }));
}

/** Ends one session of the member. Throws Refusal not_found for another member's session or one that has ended. */
export async function endSession(tx: Tx, userId: string, id: string): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returning('id')
    .executeTakeFirst();
  if (!ended) throw new Refusal('not_found');
  await endUntiedPush(tx, userId);
  await endStreams(tx, userId);
}

/**
 * Ends one session of a member for staff, or without an id all of them. Only owners end those of other staff, or support
 * could keep every owner out. Throws Refusal not_found, not_permitted.
 */
export async function endSessionsFor(
  tx: Tx,
  { userId, id, adminId }: { userId: string; id?: string; adminId: string },
): Promise<void> {
  const { isAdmin } =
    (await tx.selectFrom('users').select('isAdmin').where('id', '=', userId).executeTakeFirst()) ?? {};
  if (isAdmin && userId !== adminId) await requireOwner(tx, adminId);
  if (id !== undefined) await endSession(tx, userId, id);
  else await closeAllSessions(tx, userId);
}
