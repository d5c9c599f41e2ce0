import { sql } from 'kysely';
import type { Review } from '#contract/reviews.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { owedBy } from '#domain/redemption/debt.ts';
import { MAY_REVIEW } from './reviewer.ts';

/**
 * Reviews as shown to one admin: open ones first, by their time, then recent decisions; at most STAFF_LIST_MAX. Reads so many of
 * each along the indexes of the two.
 */
export async function listReviews(database: Database, adminId: string): Promise<Domain<Review>[]> {
  const { rows } = await sql<Domain<Review>>`
    with shown as (
      (select * from risk_reviews where decision is null order by due_at limit ${STAFF_LIST_MAX})
      union all
      (select * from risk_reviews where decision is not null order by decided_at desc limit ${STAFF_LIST_MAX})
    )
    select v.redemption_id as id, v.user_id, u.name, u.email, r.reward_title as title, r.amount_cents,
      r.points_used, ${owedBy('u')} as owed_points, v.created_at, v.due_at, v.escalated_at is not null as escalated, v.rules, v.facts,
      owner.name as owner, coalesce(owner.id = ${adminId}, false) as mine,
      v.question, v.asked_at, v.answer, v.answered_at, v.decision, v.decided_at, decider.name as decided_by, v.note
    from shown v
    join card_redemptions r on r.id = v.redemption_id
    join users u on u.id = v.user_id
    left join users owner on owner.id = v.owner_id and ${MAY_REVIEW}
    left join users decider on decider.id = v.decided_by
    order by v.decision is null desc, case when v.decision is null then v.due_at end, v.decided_at desc, v.redemption_id
    limit ${STAFF_LIST_MAX}`.execute(database);
  return rows;
}
