import { sql } from 'kysely';
import type { ClaimEvidence, OpenClaim } from '#contract/claims.ts';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { assigneeColumns, assigneeOf, dueAt } from '#domain/common/assignment.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { offerEvidence, reportedOffer } from './claimed-offer.ts';
import { claimColumns, shownClaim, stateOf } from './rows.ts';
import { isSameReward } from './same-reward.ts';

/** Most clicks, messages and other claims shown beside a claim. */
const EVIDENCE_MAX = 50;
const EVIDENCE_DAYS_BEFORE = 7;

/** Claims that nobody has decided on, oldest first, at most STAFF_LIST_MAX, as one admin sees them. */
export async function readOpenClaims(
  database: Database,
  adminId: string,
): Promise<Omit<Domain<OpenClaim>, 'awaitingApproval' | 'mayWithdraw'>[]> {
  const rows = await database
    .selectFrom('rewardClaims')
    .innerJoin('users', 'users.id', 'rewardClaims.userId')
    .select(claimColumns)
    .leftJoin('users as owner', 'owner.id', 'rewardClaims.ownerId')
    .select(['rewardClaims.userId', 'users.name', 'users.email'])
    .select(assigneeColumns('reward_claims'))
    .where('rewardClaims.decidedAt', 'is', null)
    .where('users.erasedAt', 'is', null)
    .orderBy('rewardClaims.createdAt')
    .limit(STAFF_LIST_MAX)
    .execute();
  return rows.map(({ userId, name, email, ownerId, ownerName, ...row }) => ({
    ...shownClaim(row),
    userId,
    name,
    email,
    dueAt: dueAt(row.createdAt),
    owner: assigneeOf({ ownerId, ownerName }, adminId),
  }));
}

/**
 * Returns what the site knows about a claim, at most EVIDENCE_MAX of each: the missions that the member has started,
 * the claimed one first; the messages of walls and advertisers about the member, from EVIDENCE_DAYS_BEFORE days
 * before the event on; and the member's other claims about the same wall. Of more messages than fit, those nearest to the
 * event are kept; they are listed newest first. Throws Refusal not_found.
 */
export async function claimEvidence(database: Database, claimId: string): Promise<Domain<ClaimEvidence>> {
  const claim = await database
    .selectFrom('rewardClaims')
    .select(['userId', 'wall', 'missionId', 'happenedAt', 'clickId', 'taskId', 'offer'])
    .where('id', '=', claimId)
    .executeTakeFirst();
  if (!claim) throw new Refusal('not_found');
  const since = sql`${claim.happenedAt}::timestamptz - make_interval(days => ${EVIDENCE_DAYS_BEFORE})`;
  const same = isSameReward(claim);
  const [clicks, messages, claims] = await Promise.all([
    database
      .selectFrom('missionAttempts')
      .innerJoin('missions', 'missions.id', 'missionId')
      .select(['title as mission', 'clickId', 'startedAt', 'completedAt'])
      .where('userId', '=', claim.userId)
      .orderBy(sql`mission_id is not distinct from ${claim.missionId}`, 'desc')
      .orderBy('startedAt', 'desc')
      .limit(EVIDENCE_MAX)
      .execute(),
    sql<Domain<ClaimEvidence>['messages'][number]>`
      select * from (select * from (
      select w.provider as source, w.created_at as at, w.status as verdict, null as reason,
        w.transaction_id as "transactionId", w.amount_mb as points
      from tasks t join webhook_transactions w on w.id = t.id
      where t.user_id = ${claim.userId} and t.completed_at >= ${since}
      union all
      select l.wall, l.received_at, l.verdict, l.reason, l.transaction_id, null
      from postback_log l
      join wall_members m on m.wall = l.wall and m.code = l.member_code
      where m.user_id = ${claim.userId} and l.received_at >= ${since}
      union all
      select p.advertiser, p.received_at, p.verdict, null, null, null
      from mission_postbacks p
      where p.received_at >= ${since}
        and (p.attempt_id in (select id from mission_attempts where user_id = ${claim.userId})
          or p.click_id in (select click_id from mission_attempts where user_id = ${claim.userId}))
      ) said order by abs(extract(epoch from at - ${claim.happenedAt}::timestamptz)) limit ${EVIDENCE_MAX}
      ) nearest order by at desc`.execute(database),
    database
      .selectFrom('rewardClaims')
      .select(['id', 'title', 'happenedAt', 'decision', 'points'])
      .select(same.as('same'))
      .where('userId', '=', claim.userId)
      .where('id', '!=', claimId)
      .where((where) => where.or([same, where('wall', '=', claim.wall ?? '')]))
      .orderBy('same', 'desc')
      .orderBy('createdAt', 'desc')
      .limit(EVIDENCE_MAX)
      .execute(),
  ]);
  const offer = await offerEvidence(database, claim.userId, claim.clickId);
  return {
    clicks,
    offer,
    reported: reportedOffer(claim.offer),
    messages: messages.rows,
    claims: claims.map(({ decision, ...other }) => ({ ...other, state: stateOf(decision) })),
  };
}
