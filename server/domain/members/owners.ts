import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Serializes changes of roles, so that two owners who remove each other at once do not both succeed. */
export const lockStaff = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(tx);

/** Throws Refusal last_owner unless someone else can sign in as an owner. The caller holds `lockStaff`. */
export async function requireAnotherOwner(tx: Tx, memberId: string): Promise<void> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('staffRole', '=', 'owner')
    .where('id', '<>', memberId)
    .where('suspendedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw new Refusal('last_owner');
}

/**
 * New value of `approver_since`: now for staff, since a new password or address starts their waiting time as
 * approvers again; null for other members.
 */
export const newForStaff = sql<Date | null>`case when staff_role is not null then now() end`;
