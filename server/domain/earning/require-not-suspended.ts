import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Throws Refusal suspended for a suspended or erased member, whose row the caller holds locked. */
export async function requireNotSuspended(tx: Tx, memberId: string): Promise<void> {
  const member = await tx
    .selectFrom('users')
    .select(['suspendedAt', 'erasedAt'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (member.suspendedAt || member.erasedAt) throw new Refusal('suspended');
}
