import type { Tx } from '#database/client.ts';
import type { NoticeKind } from './kinds.ts';
import { type Notice, notify } from './notify.ts';

type Told<One> = One extends Notice ? Omit<One, 'userId'> : never;

/** They name nobody. A suspended owner is told as well, or whoever has suspended the others would go on unseen. */
const ABOUT_STAFF: readonly NoticeKind[] = ['staff_changed', 'staff_suspension', 'staff_factor_reset'];

/** Notifies every owner, of keys and webhooks those who can sign in; each notice has the owner's id in its key. */
export async function notifyOwners(tx: Tx, fact: Told<Notice>): Promise<void> {
  const owners = tx
    .selectFrom('users')
    .select('id')
    .where('staffRole', '=', 'owner')
    .where('erasedAt', 'is', null);
  const told = ABOUT_STAFF.includes(fact.kind) ? owners : owners.where('suspendedAt', 'is', null);
  for (const { id } of await told.execute()) {
    await notify(tx, { ...fact, key: `${fact.key}:${id}`, userId: id } as Notice);
  }
}
