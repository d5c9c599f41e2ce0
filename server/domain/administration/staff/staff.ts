import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { StaffMember } from '#contract/staff.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { recordAction } from '#domain/administration/audit-trail/record-action.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  closeAllSessions,
  lockStaff,
  type RoleElsewhere,
  requireAnotherOwner,
} from '#domain/members/index.ts';
import { notify, notifyOwners } from '#domain/notices/index.ts';
import { requireOwner } from '#domain/trust/index.ts';

type Staff = Omit<Domain<StaffMember>, 'you'>;

/** Returns all members with a role, owners first. */
export async function listStaff(database: Database): Promise<Staff[]> {
  const { rows } = await sql<Staff>`
    select u.id, u.name, u.email, u.staff_role as role, u.has_two_factor as two_factor,
      (select max(s.last_seen_at) from sessions s where s.user_id = u.id) as last_seen_at
    from users u where u.is_admin and u.erased_at is null
    order by array_position(array['owner', 'finance', 'support', 'read_only'], u.staff_role), u.name, u.id`.execute(
    database,
  );
  return rows;
}

/** Who changes a role, and whose. Both are read again while the staff are locked. */
export interface RoleChange {
  actorId: string;
  memberId: string;
}
/** The role before and after; null is a plain member. */
export interface RoleChanged {
  memberId: string;
  before: StaffRole | null;
  after: StaffRole | null;
}

/**
 * Gives a confirmed member a role. Throws Refusal not_permitted if the actor is no longer an owner, no_such_member,
 * already_staff, member_suspended.
 */
export async function grantRole(
  tx: Tx,
  { actorId, email, role }: { actorId: string; email: string; role: StaffRole },
): Promise<RoleChanged> {
  await lockStaff(tx);
  await requireOwner(tx, actorId);
  const member = await tx
    .selectFrom('users')
    .select(['id', 'staffRole', 'suspendedAt'])
    .where('email', '=', email)
    .where('emailVerified', '=', true)
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!member) throw new Refusal('no_such_member');
  if (member.suspendedAt) throw new Refusal('member_suspended');
  if (member.staffRole) throw new Refusal('already_staff');
  return setRole(tx, member.id, null, role);
}

/** Throws Refusal not_permitted, not_found, last_owner. */
export async function changeRole(tx: Tx, change: RoleChange, role: StaffRole): Promise<RoleChanged> {
  const before = await lockRole(tx, change);
  if (role !== 'owner') await requireAnotherOwner(tx, change.memberId);
  return setRole(tx, change.memberId, before, role);
}

/** Throws Refusal not_permitted, not_found, last_owner. */
export async function removeRole(tx: Tx, change: RoleChange): Promise<RoleChanged> {
  const before = await lockRole(tx, change);
  await requireAnotherOwner(tx, change.memberId);
  return setRole(tx, change.memberId, before, null);
}

/**
 * Gives a role on the command line, whatever the member's role was. Who has this role already has it from this site and
 * without a waiting time from then on; `unchanged` if they had it so. Throws Refusal last_owner.
 */
export async function operatorGrants(
  tx: Tx,
  email: string,
  role: StaffRole,
): Promise<'granted' | 'unchanged' | 'unknown'> {
  await lockStaff(tx);
  const member = await lockByEmail(tx, email);
  if (!member) return 'unknown';
  const { id, staffRole, staffRoleFrom, approverSince } = member;
  if (staffRole === role && staffRoleFrom === null && approverSince === null) return 'unchanged';
  if (role !== 'owner' && staffRole === 'owner') await requireAnotherOwner(tx, id);
  await recordOperator(tx, 'admin grant', await setRole(tx, id, staffRole, role, 'command line'));
  return 'granted';
}

/** Takes a role away on the command line. Returns false if the member has none. Throws Refusal last_owner. */
export async function operatorRevokes(tx: Tx, email: string): Promise<boolean> {
  await lockStaff(tx);
  const member = await lockByEmail(tx, email);
  if (!member?.staffRole) return false;
  if (member.staffRole === 'owner') await requireAnotherOwner(tx, member.id);
  await recordOperator(
    tx,
    'admin revoke',
    await setRole(tx, member.id, member.staffRole, null, 'command line'),
  );
  return true;
}

/**
 * Gives a member the role that the operator's own site says, and takes away one that it gave; a role that was given here is
 * left alone. It may be the last owner's: the operator gives another one at the command line.
 */
export async function applyRoleElsewhere(
  tx: Tx,
  { memberId, provider, role, ip }: RoleElsewhere,
): Promise<void> {
  await lockStaff(tx);
  const { staffRole, staffRoleFrom } = await tx
    .selectFrom('users')
    .select(['staffRole', 'staffRoleFrom'])
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (staffRole === role || (staffRole && staffRoleFrom !== provider)) return;
  const changed = await setRole(tx, memberId, staffRole, role, { provider });
  await recordRole(tx, { id: `identity:${provider}`, role: 'operator', ip }, 'sign-in', changed);
}

async function lockRole(tx: Tx, { actorId, memberId }: RoleChange): Promise<StaffRole> {
  await lockStaff(tx);
  await requireOwner(tx, actorId);
  const member = await tx
    .selectFrom('users')
    .select('staffRole')
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  if (!member?.staffRole) throw new Refusal('not_found');
  return member.staffRole;
}

/**
 * A role given on a screen starts a waiting time, in which its admin moves no money alone and is none of two people.
 * A role given by the operator on the command line counts at once, so that a new site can start. One that another site
 * gives is that site's to change.
 */
async function setRole(
  tx: Tx,
  memberId: string,
  before: StaffRole | null,
  after: StaffRole | null,
  where: 'screen' | 'command line' | { provider: string } = 'screen',
): Promise<RoleChanged> {
  const changed = { memberId, before, after };
  if (before === after && where !== 'command line') return changed;
  await tx
    .updateTable('users')
    .set({
      isAdmin: after !== null,
      staffRole: after,
      staffRoleFrom: after && typeof where === 'object' ? where.provider : null,
      approverSince: where === 'command line' ? null : sql`now()`,
    })
    .where('id', '=', memberId)
    .execute();
  await closeAllSessions(tx, memberId);
  await notify(tx, {
    key: `staff_role:${memberId}:${randomUUID()}`,
    userId: memberId,
    kind: 'staff_role_changed',
    data: {},
  });
  await notifyOwners(tx, {
    key: `staff_changed:${memberId}:${randomUUID()}`,
    kind: 'staff_changed',
    data: {},
  });
  return changed;
}

const lockByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'staffRole', 'staffRoleFrom', 'approverSince'])
    .where('email', '=', email.trim().toLowerCase())
    .where('erasedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

const recordOperator = (tx: Tx, action: string, changed: RoleChanged) =>
  recordRole(tx, { id: 'operator', role: 'operator', ip: '' }, action, changed);

const recordRole = (
  tx: Tx,
  actor: Parameters<typeof recordAction>[1],
  action: string,
  { memberId, before, after }: RoleChanged,
) =>
  recordAction(tx, actor, action, {
    subject: { kind: 'member', id: memberId },
    before: { staffRole: before },
    after: { staffRole: after },
  });
