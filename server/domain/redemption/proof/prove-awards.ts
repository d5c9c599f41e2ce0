import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';
import { PAID } from '#domain/redemption/states.ts';

/**
 * Proves every award: the cents of an issued one were posted and nothing else was, the cents of an unused one that was
 * taken back went back, and its state is its redemption's. Returns one sentence per difference.
 */
export async function proveAwards(database: Database): Promise<string[]> {
  const awards = await sql<{ text: string }>`
    select case
        when t.id is null then format('award %s is %s and lacks its transfer', c.id, c.status)
        when not paid then format('award %s is %s and has a transfer', c.id, c.status)
        else format('award %s: its transfer has another content', c.id)
      end as text
    from cash_rewards c left join card_redemptions r on r.award_id = c.id
    cross join lateral (select c.status in ${PAID} as paid) s
    left join ${TRANSFERS} t on t.key = 'cash:' || r.id
    where (t.id is not null) <> paid
      or paid and (t.unit, t.from_account, t.to_account, t.amount)
        is distinct from ('cents', 'awards', 'member:' || c.user_id, c.amount_cents)`.execute(database);

  const strangers = await sql<{ text: string }>`
    select format('transfer %s moves cash of awards and belongs to none', t.key) as text
    from ${TRANSFERS} t
    where 'awards' in (t.from_account, t.to_account) and not exists (
      select from card_redemptions r
      where r.award_id is not null and r.id::text = t.reference and t.key in ('cash:' || r.id, 'uncash:' || r.id))`.execute(
    database,
  );

  const returns = await sql<{ text: string }>`
    select format('award %s is %s (%s), and its cash %s', c.id, c.status, coalesce(r.reason, '-'),
      case when t.id is null then 'did not go back' else 'went back, or elsewhere' end) as text
    from cash_rewards c join card_redemptions r on r.award_id = c.id
    cross join lateral (
      select r.status = 'reversed' and r.reason is distinct from 'withdrawn_used' as due
    ) s
    left join ${TRANSFERS} t on t.key = 'uncash:' || r.id
    where (t.id is not null) <> due
      or due and (t.unit, t.from_account, t.to_account, t.amount)
        is distinct from ('cents', 'member:' || c.user_id, 'awards', c.amount_cents)`.execute(database);

  const redemptions = await sql<{ text: string }>`
    select format('award %s is %s and its redemption is %s', c.id, c.status, coalesce(r.status, 'missing')) as text
    from cash_rewards c left join card_redemptions r on r.award_id = c.id
    where case when c.status in ('awaiting_approval', 'declined') then r.id is not null
      else r.id is null or (r.status, r.user_id, r.amount_cents) is distinct from (c.status, c.user_id, c.amount_cents) end`.execute(
    database,
  );
  return [...awards.rows, ...strangers.rows, ...returns.rows, ...redemptions.rows].map(({ text }) => text);
}
