import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * Checks the owner's role again within the transaction, since it may have been taken away, or the owner suspended,
 * since the request came. Throws Refusal not_permitted.
 */
export async function requireOwner(tx: Tx, actorId: string): Promise<void> {
  const actor = await tx
    .selectFrom('users')
    .select(['staffRole', 'suspendedAt'])
    .where('id', '=', actorId)
    .executeTakeFirst();
  if (actor?.staffRole !== 'owner' || actor.suspendedAt) throw new Refusal('not_permitted');
}
