import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';

/**
 * Proves what admins gave and took: each posted adjustment has one transfer and the others have none; everything given or
 * promised has a second admin's approval of exactly that, or is within the admin's allowance of the day; and missions only
 * pay by the terms they were published with. Returns one sentence per difference; an empty list means proven.
 */
export async function proveApprovals(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    ${ADJUSTMENTS} union all ${DECIDED} union all ${GIVEN} union all ${DAYS} union all ${MISSIONS}`.execute(
    database,
  );
  return rows.map(({ text }) => text);
}

const ADJUSTMENTS = sql`
    select case
        when t.id is null then format('adjustment %s is posted and lacks its transfer', p.id)
        when p.status <> 'posted' then format('adjustment %s is %s and has a transfer', p.id, p.status)
        else format('adjustment %s: its transfer has another content', p.id)
      end as text
    from points_adjustments p left join ${TRANSFERS} t on t.key = 'adjustment:' || p.id
    where (t.id is not null) <> (p.status = 'posted')
      or t.id is not null and (t.unit, t.amount, t.member_id, t.from_account = 'adjustments')
        is distinct from ('points', abs(p.points), p.user_id, p.points > 0)
    union all
    select format('transfer %s moves points by hand and belongs to no adjustment', t.key)
    from ${TRANSFERS} t
    where 'adjustments' in (t.from_account, t.to_account)
      and not exists (select from points_adjustments p where t.key = 'adjustment:' || p.id)`;

/** What went ahead although its approval is open, declined, or was given by an admin who may not. */
const DECIDED = sql`
    select format('%s %s was carried out and its approval is %s', a.kind, a.subject_id, coalesce(a.decision, 'missing'))
    from approvals a
    where a.kind in ('award', 'adjustment') and a.decision is distinct from 'approved' and (
      exists (select from points_adjustments p where p.id = a.subject_id and p.status = 'posted')
      or exists (select from card_redemptions r where r.award_id = a.subject_id))
    union all
    select format('%s %s was approved by who asked for it or gets it', a.kind, a.subject_id)
    from approvals a where a.decision = 'approved' and a.decided_by in (a.requested_by, a.user_id)`;

/** Everything that was given, with its admin or its approval. */
const GIVEN = sql`
    select format('%s %s of %s points has neither a second admin nor an allowance of that much', g.kind, g.id, g.points)
    from (
      select 'award' as kind, c.id, c.amount_cents as points, c.awarded_by as admin_id from cash_rewards c
      where c.awarded_by is not null and exists (select from card_redemptions r where r.award_id = c.id)
      union all
      select 'adjustment', p.id, p.points, p.requested_by from points_adjustments p where p.status = 'posted' and p.points > 0
      union all
      select 'claim', c.id, c.points, c.decided_by from reward_claims c where c.decision = 'granted'
    ) g
    where not exists (select from staff_spending s
        where s.kind = g.kind and s.subject_id = g.id and s.points = g.points and s.admin_id = g.admin_id)
      and not exists (select from approvals a
        where a.kind = g.kind and a.subject_id = g.id and a.decision = 'approved' and a.requested_by = g.admin_id
          and coalesce(a.payload ->> 'points', a.payload ->> 'amountCents')::bigint = g.points)`;

const DAYS = sql`
    select format('admin %s moved %s points within a day without a second admin, more than %s: up to %s %s',
      s.admin_id, day.points, s.limit_points, s.kind, s.subject_id)
    from staff_spending s
    cross join lateral (
      select sum(o.points) as points from staff_spending o
      where o.admin_id = s.admin_id and o.id <= s.id and o.created_at > s.created_at - interval '1 day'
    ) day
    where s.limit_points is not null and s.points > 0 and day.points > s.limit_points`;

/** Credits of granted claims do not take places. */
const MISSIONS = sql`
    select format('mission %s was published for %s points in all and has no second admin', t.mission_id,
      coalesce(t.most_points::text, 'any number of'))
    from mission_terms t
    where t.published_by is not null and (t.approval_id is null and (t.most_points is null or t.most_points > t.limit_points)
      or t.approval_id is not null and not exists (
        select from approvals a
        where a.id = t.approval_id and a.kind = 'mission' and a.subject_id = t.mission_id and a.decision = 'approved'
          and a.requested_by = t.published_by and a.payload ->> 'digest' = t.digest
          and (a.payload ->> 'mostPoints')::bigint is not distinct from t.most_points))
    union all
    select format('mission %s is %s with other terms than it was published with', m.id, m.status)
    from missions m
    where m.status = 'active' and mission_digest(m.points, m.daily_cap, m.total_cap, m.content) is distinct from (
      select t.digest from mission_terms t where t.mission_id = m.id order by t.id desc limit 1)
    union all
    select format('mission %s promised member %s %s points, which it was never published with', a.mission_id, a.user_id, a.points)
    from mission_attempts a
    where not exists (select from mission_terms t where t.mission_id = a.mission_id and t.points = a.points)
    union all
    select format('mission %s paid %s points, more than the %s it was published with', t.mission_id, paid.points, t.most_points)
    from (select distinct on (mission_id) * from mission_terms order by mission_id, id desc) t
    cross join lateral (
      select sum(a.points) as points from mission_attempts a
      where a.mission_id = t.mission_id and a.completed_at is not null and not exists (
        select from reward_claims c
        where c.mission_id = a.mission_id and c.user_id = a.user_id and c.decision = 'granted')
    ) paid
    where paid.points > t.most_points`;
