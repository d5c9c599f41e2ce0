import { sql } from 'kysely';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Database } from '#database/client.ts';

/** The status of the award `c` as staff read it: what nobody approved in time waits no more. */
export const shownAwardStatus = sql<string>`case when c.status = 'awaiting_approval' and exists (
    select from approvals p where p.subject_id = c.id and p.decision is null and p.expires_at <= now()
  ) then 'expired' else c.status end`;

/** What the awards of the last time were, newest first. */
export async function listAwards(database: Database) {
  return database
    .selectFrom('cashRewards as c')
    .innerJoin('users as u', 'u.id', 'c.userId')
    .leftJoin('users as a', 'a.id', 'c.awardedBy')
    .select(['c.id', 'c.userId', 'u.name', 'c.cardTier', 'c.amountCents', 'c.reason', 'c.createdAt'])
    .select(['a.name as givenBy', shownAwardStatus.as('status')])
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.id')
    .limit(STAFF_LIST_MAX)
    .execute();
}
