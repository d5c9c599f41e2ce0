import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Changes of roles come one after the other, so that of two owners who remove each other one stays. */
export const lockStaff = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('staff'))`.execute(tx);

/** Throws Refusal last_owner unless somebody else could sign in as an owner. The staff must be locked. */
export async function requireAnotherOwner(tx: Tx, memberId: string): Promise<void> {
  const { rows } = await sql`select from users
    where staff_role = 'owner' and id <> ${memberId} and suspended_at is null and erased_at is null limit 1`.execute(
    tx,
  );
  if (rows.length === 0) throw new Refusal('last_owner');
}

/** Of staff: whoever has a new password or address counts as new, see `approver_since`. */
export const newForStaff = sql<Date | null>`case when staff_role is not null then now() end`;
