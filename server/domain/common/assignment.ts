import { sql } from 'kysely';
import type { Assignee } from '#contract/assignment.ts';
import { ASSIGNMENT_MINUTES } from '#contract/assignment.ts';
import { QUEUE_DUE_HOURS } from '#contract/overview.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from './refusal.ts';

/**
 * Work items that wait for staff. An item can be assigned to one admin for ASSIGNMENT_MINUTES; meanwhile no other admin
 * can decide it.
 */

const HOUR_MS = 3_600_000;
type Table = 'reward_claims' | 'appeals';

/** For a query that has joined the assigned admin as `owner`. */
export const assigneeColumns = (table: Table) =>
  [
    sql<string | null>`case when ${sql.table(table)}.owned_until > now() then owner.id end`.as('ownerId'),
    sql<string | null>`owner.name`.as('ownerName'),
  ] as const;

export const assigneeOf = (
  { ownerId, ownerName }: { ownerId: string | null; ownerName: string | null },
  adminId: string,
): Assignee | null => (ownerId === null ? null : { name: ownerName ?? '', you: ownerId === adminId });

export const dueAt = (since: Date): Date => new Date(since.getTime() + QUEUE_DUE_HOURS * HOUR_MS);

export interface Owned {
  /** The member it is about. */
  userId: string;
  decided: boolean;
  /** Null if it is not assigned or the assignment has ended. */
  ownerId: string | null;
  ownerName: string | null;
}

/** Locks the row, so that decisions and assignments are serialized. Throws Refusal not_found. */
export async function lockAssignment(tx: Tx, table: Table, id: string): Promise<Owned> {
  const { rows } = await sql<Owned>`
    with row as (
      select user_id, decided_at is not null as decided, owner_id, owned_until from ${sql.table(table)}
      where id = ${id} for no key update
    )
    select user_id, decided, o.id as owner_id, o.name as owner_name
    from row left join users o on o.id = row.owner_id and row.owned_until > now()`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  return row;
}

/** Throws Refusal work_taken while it is assigned to another admin. */
export function refuseOtherAdmins({ ownerId, ownerName }: Owned, adminId: string): void {
  if (ownerId !== null && ownerId !== adminId) {
    throw new Refusal('work_taken', { details: { name: ownerName ?? '' } });
  }
}

export async function setAssignee(tx: Tx, table: Table, id: string, adminId: string | null): Promise<void> {
  await sql`
    update ${sql.table(table)} set owner_id = ${adminId}::uuid,
      owned_until = case when ${adminId}::uuid is not null then now() + make_interval(mins => ${ASSIGNMENT_MINUTES}) end
    where id = ${id}`.execute(tx);
}
