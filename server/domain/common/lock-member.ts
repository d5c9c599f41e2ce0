import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * Locks the member. Lock order: the member, then the member's rows, the rows of one table in the order of their ids. Every
 * change of points, settlement, decision, notice or erasure locks the member first, so that no deadlock is possible.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await sql`select from users where id = ${memberId} for no key update`.execute(tx);
}

/**
 * Locks the member of a row that is locked next; does nothing if there is no such row. The member of a row never
 * changes.
 */
export async function lockMemberOf(
  tx: Tx,
  table: 'card_redemptions' | 'reward_claims',
  id: string,
): Promise<void> {
  await sql`select from users where id = (select user_id from ${sql.table(table)} where id = ${id})
    for no key update`.execute(tx);
}
