import type { Tx } from '#database/client.ts';
import { type NewKey, reEncrypt } from '#domain/common/new-key.ts';

/** Encrypts the seeds of all authenticator apps under another key, and returns how many. Throws as `decrypt`. */
export async function reEncryptSeeds(tx: Tx, key: NewKey): Promise<number> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'totpSecret'])
    .where('totpSecret', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id, totpSecret } of rows) {
    const seed = reEncrypt(key, id, totpSecret ?? '');
    await tx.updateTable('users').set({ totpSecret: seed }).where('id', '=', id).execute();
  }
  return rows.length;
}
