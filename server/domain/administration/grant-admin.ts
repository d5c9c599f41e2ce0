import type { StaffRole } from '#contract/values.ts';
import type { Tx } from '#database/client.ts';
import { closeAllSessions } from '../members/index.ts';
import { recordAction } from './record-action.ts';

/**
 * Makes a member an admin at the command line and ends their sessions, whose limits were a member's. Answers false for an
 * unknown address.
 */
export async function grantAdmin(tx: Tx, email: string, role: StaffRole = 'owner'): Promise<boolean> {
  const member = await tx
    .selectFrom('users')
    .select(['id', 'staffRole'])
    .where('email', '=', email.trim().toLowerCase())
    .forUpdate()
    .executeTakeFirst();
  if (!member) return false;
  await tx.updateTable('users').set({ isAdmin: true, staffRole: role }).where('id', '=', member.id).execute();
  await closeAllSessions(tx, member.id);
  await recordAction(tx, { id: 'operator', role: 'operator', ip: '' }, 'admin grant', {
    subject: { kind: 'member', id: member.id },
    before: { staffRole: member.staffRole },
    after: { staffRole: role },
  });
  return true;
}
