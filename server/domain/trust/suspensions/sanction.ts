import { sql } from 'kysely';
import type { PauseReason } from '#contract/suspensions.values.ts';
import type { Tx } from '#database/client.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** A pause or a suspension that begins: its reason, and the text that the member reads. */
export interface Sanction {
  userId: string;
  reason: PauseReason;
  text: string;
  adminId: string | null;
  replaces?: Seen;
}

/** When the measure began that somebody saw, null for none; undefined where nobody looked. */
export type Seen = Date | null | undefined;

/**
 * Locks the member. Throws Refusal measure_changed if another pause or suspension is in force than the one that was seen; to
 * end the one that was seen, none is as good.
 */
export async function requireSeen(
  tx: Tx,
  kind: 'pause' | 'suspension',
  { userId, seen, toEnd = false }: { userId: string; seen: Seen; toEnd?: boolean },
): Promise<void> {
  if (seen === undefined) return;
  await lockMember(tx, userId);
  const member = await tx
    .selectFrom('users')
    .select(kind === 'pause' ? 'pausedAt as since' : 'suspendedAt as since')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!member || (toEnd && !member.since)) return;
  if (member.since?.getTime() !== seen?.getTime()) throw new Refusal('measure_changed');
}

/** Decides the member's open appeal of this kind. Returns its id; undefined if there is none. */
export async function closeAppeals(
  tx: Tx,
  kind: 'pause' | 'suspension',
  closed: { userId: string; adminId: string | null; decision: 'granted' | 'kept'; answer?: string | null },
): Promise<string | undefined> {
  const { userId, adminId: decidedBy, ...decided } = closed;
  const appeal = await tx
    .updateTable('appeals')
    .set({ ...decided, decidedAt: sql`now()`, decidedBy })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('decidedAt', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return appeal?.id;
}
