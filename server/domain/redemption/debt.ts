import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Points that the member in the row of this name owes now: earned ones were taken back after they had been spent. */
export const owedBy = (user: string): RawBuilder<number> =>
  sql<number>`greatest(-${sql.ref(`${user}.points`)}, 0)`;

/**
 * Returns what the member owes. Throws Refusal member_owes if it is more than `seen`, which is what staff saw before they
 * decided to give something. To be called once the member is locked.
 */
export async function refuseUnseenDebt(tx: Tx, userId: string, seen: number): Promise<number> {
  const { rows } = await sql<{ owed: number }>`
    select ${owedBy('u')} as owed from users u where u.id = ${userId}`.execute(tx);
  const owed = rows[0]?.owed ?? 0;
  if (owed > seen) throw new Refusal('member_owes');
  return owed;
}
