import type { Tx } from '#database/client.ts';
import { closeAllSessions } from '../members/index.ts';

/** Makes a member an admin and ends their sessions, whose limits were a member's. Answers false for an unknown address. */
export async function grantAdmin(tx: Tx, email: string): Promise<boolean> {
  const member = await tx
    .updateTable('users')
    .set({ isAdmin: true })
    .where('email', '=', email.trim().toLowerCase())
    .returning('id')
    .executeTakeFirst();
  if (!member) return false;
  await closeAllSessions(tx, member.id);
  return true;
}
