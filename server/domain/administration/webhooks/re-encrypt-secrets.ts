import type { Tx } from '#database/client.ts';
import type { NewKey } from '#domain/common/new-key.ts';
import { decryptSecret, encryptSecret, readSecret } from './secret.ts';

/**
 * Encrypts the secrets of all webhooks under another key, and returns how many webhooks there are. A previous one that cannot be
 * read, which signs nothing, is dropped. Throws as `decrypt`.
 */
export async function reEncryptWebhooks(tx: Tx, { from, to }: NewKey): Promise<number> {
  const rows = await tx.selectFrom('webhookEndpoints').select(['id', 'secret', 'previousSecret']).execute();
  for (const { id, secret, previousSecret } of rows) {
    const previous = (previousSecret?.split(' ') ?? [])
      .map((one) => readSecret(from, id, one))
      .filter((one) => one !== undefined)
      .map((one) => encryptSecret(to, id, one));
    await tx
      .updateTable('webhookEndpoints')
      .set({
        secret: encryptSecret(to, id, decryptSecret(from, id, secret)),
        ...(previous.length > 0
          ? { previousSecret: previous.join(' ') }
          : { previousSecret: null, previousUntil: null }),
      })
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
