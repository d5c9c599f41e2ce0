import { sql } from 'kysely';
import type { Award } from '#contract/awards.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Database } from '#database/client.ts';

/** Whether nobody approved the award `c` in time. */
const NOT_APPROVED = sql<boolean>`(c.status = 'awaiting_approval' and exists (
    select from approvals p where p.subject_id = c.id and p.decision is null and p.expires_at <= now()))`;

/** The status of the award `c` as staff read it: what nobody approved in time waits no more. */
export const shownAwardStatus = sql<string>`case when ${NOT_APPROVED} then 'expired' else c.status end`;

/** Whether the redemption `r` ended because its member `u` left: its fulfilment `f` is a refusal by nobody, at that time. */
export const ENDED_BY_LEAVING = sql<boolean>`(r.status = 'failed' and r.reason = 'staff_refused' and f.decided_by is null
  and f.decided_at = u.erased_at)`;

/** Why the award `c` of redemption `r` is no card, if neither its issuer nor its last day is the cause. */
const CAUSE = sql<Award['cause']>`case when ${NOT_APPROVED} then 'not_approved'
  when ${ENDED_BY_LEAVING} then 'member_left'
  when r.status = 'failed' and r.reason = 'staff_refused' then r.reason end`;

/** What the awards of the last time were, newest first. */
export async function listAwards(database: Database) {
  return database
    .selectFrom((db) =>
      db
        .selectFrom('cashRewards')
        .selectAll()
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(STAFF_LIST_MAX)
        .as('c'),
    )
    .innerJoin('users as u', 'u.id', 'c.userId')
    .leftJoin('users as a', 'a.id', 'c.awardedBy')
    .leftJoin('cardRedemptions as r', 'r.awardId', 'c.id')
    .leftJoin('fulfilments as f', 'f.redemptionId', 'r.id')
    .select(['c.id', 'c.userId', 'u.name', 'c.cardTier', 'c.amountCents', 'c.reason', 'c.createdAt'])
    .select(['a.name as givenBy', shownAwardStatus.as('status'), CAUSE.as('cause')])
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.id')
    .execute();
}
