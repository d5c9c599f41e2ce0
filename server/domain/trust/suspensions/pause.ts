import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notify } from '#domain/notices/index.ts';
import { closeAppeals, requireSeen, type Sanction, type Seen } from './sanction.ts';

/**
 * Pauses redemptions of a member, with a reason and a text shown to the member, who can still sign in and earn, and tells
 * the member's open pages. A pause in force is replaced: an open appeal against it is closed, and the new pause can be
 * appealed. Throws Refusal not_found, approval_own, measure_changed.
 */
export async function pauseMember(
  tx: Tx,
  { userId, reason, text, adminId, replaces }: Sanction,
): Promise<void> {
  // Pausing oneself would replace a pause that another admin decided on.
  if (userId === adminId) throw new Refusal('approval_own');
  await requireSeen(tx, 'pause', { userId, seen: replaces });
  const paused = await tx
    .updateTable('users')
    .set({ pausedAt: sql`clock_timestamp()`, pausedReason: reason, pausedText: text })
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .returning('pausedAt')
    .executeTakeFirst();
  if (!paused?.pausedAt) throw new Refusal('not_found');
  announce(tx, userId, { type: 'pause', data: {} });
  await closeAppeals(tx, 'pause', { userId, adminId, decision: 'kept', answer: text });
  const key = `account_paused:${userId}:${paused.pausedAt.toISOString()}`;
  await notify(tx, { key, userId, kind: 'account_paused', data: { reason, text } });
}

/**
 * Ends a pause, grants an open appeal against it, and notifies the member; admins cannot end their own. Does nothing if
 * there is none. Throws Refusal not_found, approval_own, measure_changed.
 */
export async function resumeMember(
  tx: Tx,
  { userId, adminId, since }: { userId: string; adminId: string; since?: Seen },
): Promise<void> {
  if (userId === adminId) throw new Refusal('approval_own');
  await requireSeen(tx, 'pause', { userId, seen: since, toEnd: true });
  const ended = await endPause(tx, userId);
  if (!ended) return;
  const appealId = await closeAppeals(tx, 'pause', { userId, adminId, decision: 'granted' });
  if (!ended.suspendedAt) {
    const key = `account_resumed:${userId}:${ended.pausedAt.toISOString()}`;
    await notify(tx, { key, userId, kind: 'account_resumed', data: {} });
  } else if (appealId) {
    // The other notice says that redemptions are open.
    const key = `appeal:${appealId}`;
    await notify(tx, { key, userId, kind: 'appeal_granted', data: { answer: '' } });
  }
}

/**
 * Ends the pause of a member, tells the member's open pages, and returns when it began, and a suspension that is in force;
 * undefined if there was no pause. Throws Refusal not_found.
 */
export async function endPause(
  tx: Tx,
  userId: string,
): Promise<{ pausedAt: Date; suspendedAt: Date | null } | undefined> {
  const row = await tx
    .selectFrom('users')
    .select(['pausedAt', 'suspendedAt'])
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  const { pausedAt, suspendedAt } = row;
  if (!pausedAt) return undefined;
  await tx
    .updateTable('users')
    .set({ pausedAt: null, pausedReason: null, pausedText: null })
    .where('id', '=', userId)
    .execute();
  announce(tx, userId, { type: 'pause', data: {} });
  return { pausedAt, suspendedAt };
}
