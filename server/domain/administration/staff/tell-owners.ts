import type { Tx } from '#database/client.ts';
import { type Notice, notify } from '#domain/notices/index.ts';

type Told<One> = One extends Notice ? Omit<One, 'userId'> : never;

/** Notifies every owner who can sign in; each notice has the owner's id in its key. */
export async function notifyOwners(tx: Tx, fact: Told<Notice>): Promise<void> {
  const owners = await tx
    .selectFrom('users')
    .select('id')
    .where('staffRole', '=', 'owner')
    .where('suspendedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .execute();
  for (const { id } of owners) {
    await notify(tx, { ...fact, key: `${fact.key}:${id}`, userId: id } as Notice);
  }
}
