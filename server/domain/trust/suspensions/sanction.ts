import { sql } from 'kysely';
import type { PauseReason } from '#contract/suspensions.values.ts';
import type { Tx } from '#database/client.ts';

/** A pause or a suspension that begins: its reason, and the text that the member reads. */
export interface Sanction {
  userId: string;
  reason: PauseReason;
  text: string;
  adminId: string | null;
}

/** Decides the member's open appeal of this kind, if there is one. */
export async function closeAppeals(
  tx: Tx,
  kind: 'pause' | 'suspension',
  closed: { userId: string; adminId: string | null; decision: 'granted' | 'kept'; answer?: string | null },
): Promise<void> {
  const { userId, adminId: decidedBy, ...decided } = closed;
  await tx
    .updateTable('appeals')
    .set({ ...decided, decidedAt: sql`now()`, decidedBy })
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .where('decidedAt', 'is', null)
    .execute();
}
