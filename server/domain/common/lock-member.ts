import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * The order of locks: the member, then what is theirs, the rows of one table in the order of their ids. Whoever moves
 * points, settles, decides, tells or erases locks the member first, so that nobody waits in a circle.
 */
export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await sql`select from users where id = ${memberId} for no key update`.execute(tx);
}

/** Locks the member of a row that is to be locked next; nobody where there is no such row. A row changes no hands. */
export async function lockMemberOf(
  tx: Tx,
  table: 'card_redemptions' | 'reward_claims',
  id: string,
): Promise<void> {
  await sql`select from users where id = (select user_id from ${sql.table(table)} where id = ${id})
    for no key update`.execute(tx);
}
