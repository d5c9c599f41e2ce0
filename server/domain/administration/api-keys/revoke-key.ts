import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Revokes a key. Throws Refusal not_found, key_ended. */
export async function revokeKey(tx: Tx, id: string): Promise<void> {
  const revoked = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  if (revoked) return;
  const known = await tx.selectFrom('apiKeys').select('id').where('id', '=', id).executeTakeFirst();
  throw new Refusal(known ? 'key_ended' : 'not_found');
}
