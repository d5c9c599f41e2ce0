import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/**
 * Compares provider transactions with the ledger and with tasks: one credit per credited transaction, one linked
 * reversal per reversed one, neither before the credit has come, one task per credit of an account that still exists.
 * Answers one sentence per difference; empty means proven.
 */
export async function auditEarning(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with entries as (
      select w.*, format('%s transaction %s', w.provider, w.transaction_id) as name,
        c.id as credit, c.amount as credited, c.reference as credit_reference, c.from_account as credit_from,
        r.id as reversal, r.amount as taken_back, r.reverses,
        t.id as task, t.points_earned, t.reversed_at as task_reversed_at, t.user_id as task_user
      from webhook_transactions w
      left join ledger_transfers c on c.key = 'credit:' || w.provider || ':' || w.transaction_id
      left join ledger_transfers r on r.key = 'reversal:' || w.provider || ':' || w.transaction_id
      left join tasks t on t.id = w.id
    )
    select format('%s: is %s, but has no credit of %s points in the ledger', name, status, amount_mb) as text
    from entries
    where status in ('credited', 'reversed') and (credit is null or credited <> amount_mb
      or credit_reference <> id::text or credit_from <> 'wall:' || provider)
    union all
    select format('%s: is reversed, but no reversal of %s points takes its credit back', name, amount_mb)
    from entries
    where status = 'reversed' and (reversal is null or taken_back <> amount_mb or reverses is distinct from credit)
    union all
    select format('%s: is %s, but the ledger has a reversal', name, status)
    from entries where status <> 'reversed' and reversal is not null
    union all
    select format('%s: waits for its credit, but the ledger has one', name)
    from entries where status = 'reversed_early' and credit is not null
    union all
    select format('%s: is %s, but its task says otherwise', name, status)
    from entries
    where user_id is not null and case status
      when 'reversed_early' then task is not null
      else task is null or points_earned <> amount_mb or task_user <> user_id
        or (task_reversed_at is not null) <> (status = 'reversed')
      end
    union all
    select format('transfer %s: no provider transaction asked for it', l.key)
    from ledger_transfers l
    where (l.key like 'credit:%' and l.from_account like 'wall:%' or l.key like 'reversal:%' and l.to_account like 'wall:%')
      and not exists (select from webhook_transactions w where w.id::text = l.reference)
    union all
    select format('task %s: comes from the wall %s, but from none of its transactions', id, wall)
    from tasks t where wall is not null and not exists (select from webhook_transactions w where w.id = t.id)`.execute(
    database,
  );
  return rows.map((row) => row.text);
}
