import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/**
 * Recomputes every balance from the transfers and compares it with the cached balance and the one that each transfer
 * recorded. Returns one sentence per difference; an empty list means proven.
 */
export async function proveLedger(database: Database): Promise<string[]> {
  const caches = await sql<{ text: string }>`
    with sums as (
      select member_id,
        coalesce(sum(signed) filter (where unit = 'points'), 0) as points,
        coalesce(sum(signed) filter (where unit = 'cents'), 0) as cents
      from (
        select member_id, unit, case when from_account like 'member:%' then -amount else amount end as signed
        from ledger_transfers where member_id is not null
      ) moves group by member_id
    )
    select format('member %s: cached %s points and %s cents, the transfers say %s and %s',
      u.id, u.points, u.cash_rewarded_cents, coalesce(s.points, 0), coalesce(s.cents, 0)) as text
    from users u left join sums s on s.member_id = u.id
    where u.points <> coalesce(s.points, 0) or u.cash_rewarded_cents <> coalesce(s.cents, 0)`.execute(
    database,
  );

  const histories = await sql<{ text: string }>`
    select format('transfer %s: recorded balance %s, the transfers before it say %s', id, balance_after, running) as text
    from (
      select id, balance_after, sum(case when from_account like 'member:%' then -amount else amount end)
        over (partition by member_id, unit order by id) as running
      from ledger_transfers where member_id is not null
    ) history
    where balance_after <> running`.execute(database);

  return [...caches.rows, ...histories.rows].map((row) => row.text);
}
