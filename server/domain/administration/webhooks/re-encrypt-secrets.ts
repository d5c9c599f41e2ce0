import type { Tx } from '#database/client.ts';
import type { NewKey } from '#domain/common/new-key.ts';
import { decryptSecret, encryptSecret } from './secret.ts';

/** Encrypts the secrets of all webhooks under another key, and returns how many webhooks there are. Throws as `decrypt`. */
export async function reEncryptWebhooks(tx: Tx, { from, to }: NewKey): Promise<number> {
  const rows = await tx.selectFrom('webhookEndpoints').select(['id', 'secret', 'previousSecret']).execute();
  for (const { id, secret, previousSecret } of rows) {
    const again = (encrypted: string) => encryptSecret(to, id, decryptSecret(from, id, encrypted));
    await tx
      .updateTable('webhookEndpoints')
      .set({
        secret: again(secret),
        previousSecret: previousSecret?.split(' ').map(again).join(' ') ?? null,
      })
      .where('id', '=', id)
      .execute();
  }
  return rows.length;
}
