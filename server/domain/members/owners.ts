import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Serializes changes of roles, so that two owners who remove each other at once do not both succeed. */
export const lockStaff = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(tx);

/** Throws Refusal last_owner unless someone else can sign in as an owner. The caller holds `lockStaff`. */
export async function requireAnotherOwner(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql`select from users
    where staff_role = 'owner' and id <> ${memberId} and suspended_at is null and erased_at is null limit 1`.execute(
    tx,
  );
  if (rows.length === 0) throw new Refusal('last_owner');
}

/**
 * New value of `approver_since`: now for staff, since a new password or address starts their waiting time as
 * approvers again; null for other members.
 */
export const newForStaff = sql<Date | null>`case when staff_role is not null then now() end`;
