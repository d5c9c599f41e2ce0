import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';

/** How many members there are, those who have left among them. A statement's number. */
export const MEMBERS_TOTAL = sql`(select coalesce(sum(members), 0)::integer from member_counts)`;

/** Compares the counts with the members. Returns one sentence for a difference; an empty list means proven. */
export async function proveMemberCount(database: Database): Promise<string[]> {
  const { rows } = await sql<{ counted: number; members: number }>`
    select ${MEMBERS_TOTAL} as counted, (select count(*)::integer from users) as members`.execute(database);
  return rows
    .filter(({ counted, members }) => counted !== members)
    .map(({ counted, members }) => `member_counts: ${counted} members are counted, and there are ${members}`);
}

/** Makes one row of all counts, so that few are read. What another transaction adds meanwhile stays beside it. */
export async function foldMemberCounts(tx: Tx): Promise<void> {
  await sql`
    with gone as (delete from member_counts where (select count(*) from member_counts) > 1 returning members)
    insert into member_counts (members) select sum(members) from gone having count(*) > 0`.execute(tx);
}
