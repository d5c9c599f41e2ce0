import { type Permission, ROLE_PERMISSIONS, type StaffRole } from '#contract/staff.values.ts';
import type { ApprovalKind } from './ask.ts';

/** What an admin is allowed who asks for this, as by the call that asks. */
export const ASKS: Record<ApprovalKind, Permission> = {
  award: 'payouts.work',
  adjustment: 'points.adjust',
  claim: 'queues.work',
  mission: 'catalogue.edit',
};

interface Holder {
  staffRole: StaffRole | null;
  suspendedAt: Date | null;
}

/** Whether somebody is allowed this now: has a role that allows it and is not suspended. */
export const may = ({ staffRole, suspendedAt }: Holder, permission: Permission): boolean =>
  staffRole !== null && suspendedAt === null && ROLE_PERMISSIONS[staffRole].includes(permission);
