import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/**
 * Proves what admins gave and took by hand: one transfer for each adjustment that was posted and none for the others,
 * and nothing done that waited for a second admin without that admin's approval. Answers one sentence per difference.
 */
export async function auditApprovals(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select case
        when t.id is null then format('adjustment %s is posted and lacks its transfer', p.id)
        when p.status <> 'posted' then format('adjustment %s is %s and has a transfer', p.id, p.status)
        else format('adjustment %s: its transfer has another content', p.id)
      end as text
    from points_adjustments p left join ledger_transfers t on t.key = 'adjustment:' || p.id
    where (t.id is not null) <> (p.status = 'posted')
      or t.id is not null and (t.unit, t.amount, t.member_id, t.from_account = 'adjustments')
        is distinct from ('points', abs(p.points), p.user_id, p.points > 0)
    union all
    select format('transfer %s moves points by hand and belongs to no adjustment', t.key)
    from ledger_transfers t
    where 'adjustments' in (t.from_account, t.to_account)
      and not exists (select from points_adjustments p where t.key = 'adjustment:' || p.id)
    union all
    select format('%s %s was carried out and its approval is %s', a.kind, a.subject_id, coalesce(a.decision, 'missing'))
    from approvals a
    where a.decision is distinct from 'approved' and (
      exists (select from points_adjustments p where p.id = a.subject_id and p.status = 'posted')
      or exists (select from card_redemptions r where r.award_id = a.subject_id))`.execute(database);
  return rows.map(({ text }) => text);
}
