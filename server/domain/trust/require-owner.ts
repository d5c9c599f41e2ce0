import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * Reads a right again that was an owner's when the request came in: the role may have been taken away since, or the owner
 * suspended. Throws Refusal not_permitted.
 */
export async function requireOwner(tx: Tx, actorId: string): Promise<void> {
  const actor = await tx
    .selectFrom('users')
    .select(['staffRole', 'suspendedAt'])
    .where('id', '=', actorId)
    .executeTakeFirst();
  if (actor?.staffRole !== 'owner' || actor.suspendedAt) throw new Refusal('not_permitted');
}
