import { randomUUID } from 'node:crypto';
import type { Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import type { Transact } from '#database/transaction.ts';
import type { Client } from '#domain/members/ports.ts';
import { notify, type SecurityNotice } from '#domain/notices/index.ts';
import { deviceOf } from '#domain/trust/index.ts';

/** Mails the member about a change, to the address that they have within this transaction. */
export async function notifyOfChange(
  tx: Tx,
  userId: string,
  kind: SecurityNotice,
  more: { device?: string; provider?: string } = {},
): Promise<void> {
  const { email } = await tx
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await notify(tx, { key: `${kind}:${randomUUID()}`, userId, kind, data: { to: email, ...more } });
}

/**
 * Mails the member that someone tries passwords or codes on their account, with device and time and, after a sign-in by an
 * account elsewhere, the name of that site; once a day (UTC).
 */
export async function notifyOfGuessing(
  transact: Transact,
  userId: string,
  kind:
    | 'second_factors_refused'
    | 'second_factors_refused_elsewhere'
    | 'passwords_refused'
    | 'passwords_refused_known',
  client: Client,
  more: { provider?: string } = {},
): Promise<void> {
  await transact(async (tx) => {
    const at = (await readClock(tx)).toISOString();
    const { email: to } = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const data = { to, device: deviceOf(client.userAgent), at, ...more };
    await notify(tx, { key: `${kind}:${userId}:${at.slice(0, 10)}`, userId, kind, data });
  });
}
