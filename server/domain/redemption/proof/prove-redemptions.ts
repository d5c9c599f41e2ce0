import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { balanceOn, PAYOUTS_HELD, TRANSFERS } from '#domain/ledger/index.ts';
import { OPEN, PAID } from '#domain/redemption/states.ts';
import { proveOwnRewards } from './prove-own-rewards.ts';

/**
 * Proves redemptions by the transfers: one debit each, one refund per failed one, points and cents per issued one, both
 * back for one withdrawn unused, nothing else, and held points of the open ones. Returns one sentence per difference.
 */
export async function proveRedemptions(database: Database): Promise<string[]> {
  const redemptions = await sql<{ text: string }>`
    with expected as (
      select id, user_id, points_used, amount_cents, status,
        status = 'reversed' and reason = 'withdrawn_unused' as returned,
        status in ${PAID} as paid, status = 'failed' as failed
      from card_redemptions where award_id is null
    ),
    wanted as (
      select id, status, 'redemption:' || id as key, 'points' as unit, 'member:' || user_id as source,
        'payouts:held' as target, points_used as amount, true as due from expected
      union all select id, status, 'refund:' || id, 'points', 'payouts:held', 'member:' || user_id, points_used, failed
      from expected
      union all select id, status, 'payout:' || id, 'points', 'payouts:held', 'payouts:paid', points_used, paid
      from expected
      union all select id, status, 'cash:' || id, 'cents', 'payouts:paid', 'member:' || user_id, amount_cents, paid
      from expected
      union all select id, status, 'return:' || id, 'points', 'payouts:paid', 'member:' || user_id, points_used, returned
      from expected
      union all select id, status, 'uncash:' || id, 'cents', 'member:' || user_id,
        case when award_id is null then 'payouts:paid' else 'awards' end, amount_cents,
        status = 'reversed' and reason in ('withdrawn_unused', 'withdrawn_closed') from card_redemptions
    )
    select case
        when t.id is null then format('redemption %s is %s and lacks the transfer %s', w.id, w.status, w.key)
        when not w.due then format('redemption %s is %s and has the transfer %s', w.id, w.status, w.key)
        else format('redemption %s: the transfer %s has another content', w.id, w.key)
      end as text
    from wanted w left join (select * from ${TRANSFERS} l where kind <> 'credit') t on t.key = w.key
    where (t.id is not null) <> w.due
      or (t.unit, t.from_account, t.to_account, t.amount) is distinct from (w.unit, w.source, w.target, w.amount)
        and w.due`.execute(database);

  const strangers = await sql<{ text: string }>`
    select format('transfer %s moves what redemptions hold or paid, and belongs to none', t.key) as text
    from ${TRANSFERS} t
    where array[t.from_account, t.to_account] && array['payouts:held', 'payouts:paid']
      and not exists (
        select from card_redemptions r
        where r.id::text = t.reference and t.key in ('redemption:' || r.id, 'refund:' || r.id, 'payout:' || r.id,
          'cash:' || r.id, 'return:' || r.id, 'uncash:' || r.id)
      )`.execute(database);

  const totals = await sql<{ text: string }>`
    select format('held points are %s, the open redemptions are %s', held, open) as text
    from (
      select
        ${balanceOn(PAYOUTS_HELD)} as held,
        (select coalesce(sum(points_used), 0) from card_redemptions
          where status in ${OPEN}) as open
    ) sums
    where held <> open`.execute(database);

  const differences = [...redemptions.rows, ...strangers.rows, ...totals.rows].map((row) => row.text);
  return [...differences, ...(await proveOwnRewards(database))];
}
