import { randomUUID } from 'node:crypto';
import type { Tx } from '#database/client.ts';
import { notify, type SecurityNotice } from '../notices/index.ts';

/** Mails the member of a change, at the address that they have within this transaction. */
export async function tellOfChange(
  tx: Tx,
  userId: string,
  kind: SecurityNotice,
  more: { device?: string } = {},
): Promise<void> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await notify(tx, { key: `${kind}:${randomUUID()}`, userId, kind, data: { to: email, ...more } });
}
