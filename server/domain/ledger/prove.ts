import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/**
 * Recomputes every balance from the transfers and compares it with the cached balance and the one that each transfer
 * recorded, and the credits of every member with those that are rolled up. Returns one sentence per difference; an
 * empty list means proven. The transfers are sorted once, on disk where they are many.
 */
export async function proveLedger(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with history as (
      select id, member_id, unit, kind, amount, signed, balance_after,
        sum(signed) over (partition by member_id, unit order by id) as running
      from (
        select id, member_id, unit, kind, amount, balance_after,
          case when from_account like 'member:%' then -amount else amount end as signed
        from ledger_transfers where member_id is not null
      ) moves
    ),
    sums as (
      select member_id, coalesce(sum(signed) filter (where unit = 'points'), 0) as points,
        coalesce(sum(signed) filter (where unit = 'cents'), 0) as cents,
        sum(case kind when 'credit' then 1 else -1 end) filter (where ${IS_ROLLED_UP}) as credits,
        sum(case kind when 'credit' then amount else -amount end) filter (where ${IS_ROLLED_UP}) as credited,
        array_agg(
          format('transfer %s: recorded balance %s, the transfers before it say %s', id, balance_after, running)
        ) filter (where balance_after <> running) as wrong
      from history group by member_id
    )
    select difference as text
    from users u full join sums s on s.member_id = u.id left join ledger_balances b on b.user_id = u.id
    cross join lateral (
      select format('member %s: cached %s points and %s cents, the transfers say %s and %s',
        u.id, u.points, u.cash_rewarded_cents, coalesce(s.points, 0), coalesce(s.cents, 0)) as difference
      where u.points <> coalesce(s.points, 0) or u.cash_rewarded_cents <> coalesce(s.cents, 0)
      union all
      select format('member %s: rolled up %s credits of %s points, the transfers say %s of %s',
        u.id, b.credits, b.credited_points, coalesce(s.credits, 0), coalesce(s.credited, 0))
      where (b.credits, b.credited_points) is distinct from (coalesce(s.credits, 0), coalesce(s.credited, 0))
        and u.id is not null
      union all
      select unnest(s.wrong)
    ) differences`.execute(database);
  return rows.map((row) => row.text);
}

/** True for a credit or reversal that `ledger_balances` has. */
const IS_ROLLED_UP = sql`unit = 'points' and kind in ('credit', 'reversal') and id <= (select rolled_to from ledger_rollup)`;
