import type { PauseReason } from '#contract/suspensions.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { beginSuspension, endSuspension, requireOwner, requireSeen, type Seen } from '#domain/trust/index.ts';
import { lockStaff, requireAnotherOwner } from './owners.ts';
import { closeAllSessions } from './security/session.ts';

/** `adminId` is null on the command line. */
interface Subject {
  userId: string;
  adminId: string | null;
}

/**
 * Suspends a member with a reason and a text that is shown at sign-in. Ends all sessions and event streams; no
 * rewards are issued to the member. A suspension in force is replaced and can be appealed again. Staff cannot suspend
 * themselves, only an owner can suspend staff, and the last owner cannot be suspended. Throws Refusal not_found,
 * approval_own, not_permitted, measure_changed, last_owner.
 */
export async function suspendMember(
  tx: Tx,
  {
    userId,
    adminId,
    reason,
    text,
    replaces,
  }: Subject & { reason: PauseReason; text: string; replaces?: Seen },
): Promise<void> {
  const { isOwner } = await lockSubject(tx, { userId, adminId });
  await requireSeen(tx, 'suspension', { userId, seen: replaces });
  if (isOwner) await requireAnotherOwner(tx, userId);
  await beginSuspension(tx, { userId, reason, text, adminId });
  await closeAllSessions(tx, userId);
}

/**
 * Ends a suspension and grants an open appeal against it. Members cannot end their own, and only an owner can end
 * that of staff. Returns false if there is none. Throws Refusal not_found, approval_own, not_permitted,
 * measure_changed.
 */
export async function liftSuspension(
  tx: Tx,
  { userId, adminId, since }: Subject & { since?: Seen },
): Promise<boolean> {
  await lockSubject(tx, { userId, adminId });
  await requireSeen(tx, 'suspension', { userId, seen: since, toEnd: true });
  return endSuspension(tx, { userId, answer: '', adminId });
}

/** Locks the staff before the member, so that neither role changes meanwhile. */
async function lockSubject(tx: Tx, { userId, adminId }: Subject): Promise<{ isOwner: boolean }> {
  if (userId === adminId) throw new Refusal('approval_own');
  await lockStaff(tx);
  const member = await tx
    .selectFrom('users')
    .select(['isAdmin', 'staffRole'])
    .where('id', '=', userId)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) throw new Refusal('not_found');
  if (member.isAdmin && adminId !== null) await requireOwner(tx, adminId);
  return { isOwner: member.staffRole === 'owner' };
}
