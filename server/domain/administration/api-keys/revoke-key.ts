import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notifyOwners } from '#domain/notices/index.ts';

/** Revokes a key and notifies the owners. Throws Refusal not_found, key_ended. */
export async function revokeKey(tx: Tx, id: string): Promise<void> {
  const revoked = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: sql`now()` })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('name')
    .executeTakeFirst();
  if (revoked) {
    const data = { what: revoked.name };
    return notifyOwners(tx, { key: `api_key_ended:${id}`, kind: 'connection_ended', data });
  }
  const known = await tx.selectFrom('apiKeys').select('id').where('id', '=', id).executeTakeFirst();
  throw new Refusal(known ? 'key_ended' : 'not_found');
}
