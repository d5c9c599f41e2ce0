import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';

/**
 * Compares claims with the ledger: a granted claim has one credit of its points from the wall or the mission to its
 * member, any other claim has none. Returns one sentence per difference; an empty list means proven.
 */
export async function proveClaims(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with entries as (
      select c.id, c.user_id, c.decision, c.points, l.amount, l.from_account, l.to_account, c.wall
      from reward_claims c
      left join ${TRANSFERS} l on l.key = case
        when c.wall is not null then format('claim:%s', c.id)
        else format('mission:%s:%s', c.mission_id, c.user_id) end
    )
    select format('claim %s: is granted, but has no credit of %s points in the ledger', id, points) as text
    from entries where decision = 'granted'
      and (amount is distinct from points or to_account <> 'member:' || user_id
        or wall is not null and from_account <> 'wall:' || wall)
    union all
    select format('transfer %s: no granted claim asked for it', l.key)
    from ${TRANSFERS} l
    where l.key like 'claim:%' and exists (select from users u where u.id = l.member_id)
      and not exists (select from reward_claims c where c.id::text = l.reference and c.decision = 'granted')`.execute(
    database,
  );
  return rows.map((row) => row.text);
}
