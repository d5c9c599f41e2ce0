import { sql } from 'kysely';
import type { AuditEntry } from '#contract/audit-trail.ts';
import type { Output } from '#contract/endpoint.ts';
import type { adminUserNotices, adminUserRequests, adminUserRewards } from '#contract/members.ts';
import { STAFF_LIST_MAX, STAFF_PAGE } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { ENDED_BY_LEAVING, shownAwardStatus } from '#domain/administration/approvals/list-awards.ts';
import { newestEntries, readEntries } from '#domain/administration/audit-trail/search-audit.ts';
import { WALL_OF_TASK } from '#domain/administration/exports/wall-of-task.ts';
import { IS_PAID_TOO } from '#domain/earning/index.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';
import { IS_RESENDABLE } from '#domain/notices/index.ts';
import { GOES_ON, IS_DECIDED, IS_OPEN, IS_STUCK, stopOf, TOLD_REASON } from '#domain/redemption/index.ts';

/** The parts of a member's page. Every list is read along an index of the member. */

type MemberReward = Domain<Output<typeof adminUserRewards>>[number];
type MemberNotice = Domain<Output<typeof adminUserNotices>>[number];
type MemberRequest = Domain<Output<typeof adminUserRequests>>[number];

export interface MemberTask {
  id: string;
  taskType: string;
  wall: string | null;
  title: string | null;
  points: number;
  transactionId: string | null;
  receivedAt: Date | null;
  /** Null while the points are pending, and if they were reversed while pending. */
  creditedAt: Date | null;
  completedAt: Date;
  reversedAt: Date | null;
}

/** Tasks of the member, newest first; `before` is the id of the last one seen. */
export async function memberTasks(
  database: Database,
  userId: string,
  before: string | undefined,
): Promise<MemberTask[]> {
  // The cursor's time stays in the database, since a JavaScript date would cut its microseconds.
  const after = sql`and (t.completed_at, t.id) <
    (select completed_at, id from tasks where id = ${before} and user_id = ${userId})`;
  const { rows } = await sql<MemberTask>`
    select t.id, t.task_type, ${WALL_OF_TASK} as wall, t.title, t.points_earned as points, w.transaction_id,
      w.created_at as received_at, t.completed_at, t.reversed_at,
      case when w.id is null then t.completed_at else l.created_at end as credited_at
    from tasks t left join webhook_transactions w on w.id = t.id
      left join ${TRANSFERS} l on l.key = 'credit:' || w.id
    where t.user_id = ${userId} ${before === undefined ? sql`` : after}
    order by t.completed_at desc, t.id desc limit ${STAFF_PAGE}`.execute(database);
  return rows;
}

/**
 * Redemptions and awards of the member, newest first, including awards that wait for approval; `before` is the id of
 * the last one seen.
 */
export async function memberRewards(
  database: Database,
  userId: string,
  before: string | undefined,
): Promise<MemberReward[]> {
  // An award that was approved is listed as its redemption, which is the later one and may have the same id.
  const after = sql`and (created_at, id) < (
    select created_at, id from card_redemptions where id = ${before} and user_id = ${userId}
    union all select created_at, id from cash_rewards where id = ${before} and user_id = ${userId}
    order by created_at desc limit 1)`;
  const place = before === undefined ? sql`` : after;
  const { rows } = await sql<MemberReward>`
    select id, case when award_id is null then 'redemption' else 'award' end as kind, reward_title as title,
      amount_cents, points_used as points, status,
      case when ${ENDED_BY_LEAVING} then 'member_left' else ${sql.raw(TOLD_REASON)} end as reason, provider, created_at,
      promised_by, issued_at, expires_at,
      case when ${IS_OPEN} then ${stopOf('u')} end as stop,
      (${IS_STUCK} or ${GOES_ON} and ${stopOf('u')} is not null) and not ${IS_DECIDED} as endable
    from card_redemptions r left join (
      select redemption_id, decision, decided_by, decided_at from fulfilments
    ) f on f.redemption_id = id join (
      select id as member_id, paused_at, suspended_at, erased_at from users
    ) u on u.member_id = user_id
    where user_id = ${userId} ${place}
    union all
    select id, 'award', card_tier, amount_cents, 0, ${shownAwardStatus}, reason, '', created_at, null, null, null, null, false
    from cash_rewards c
    where user_id = ${userId} and not exists (select from card_redemptions r where r.award_id = c.id) ${place}
    order by created_at desc, id desc limit ${STAFF_PAGE}`.execute(database);
  return rows;
}

/** Notices to the member, newest first, at most STAFF_LIST_MAX. */
export async function memberNotices(database: Database, userId: string): Promise<MemberNotice[]> {
  return database
    .selectFrom('notices as n')
    .innerJoin('users as u', 'u.id', 'n.userId')
    .select(['n.id', 'n.kind', 'n.createdAt', 'n.mailedAt', 'n.pushedAt', IS_RESENDABLE.as('resendable')])
    .where('n.userId', '=', userId)
    .orderBy('n.createdAt', 'desc')
    .limit(STAFF_LIST_MAX)
    .execute();
}

/** Tasks after the report of a claim that are looked through for what its wall paid: those of weeks, while a history is years. */
const TASKS_READ_MAX = 2_000;

/** Claims, with what their walls have paid since, and appeals of the member, newest first, at most STAFF_LIST_MAX. */
export async function memberRequests(database: Database, userId: string): Promise<MemberRequest[]> {
  const { rows } = await sql<MemberRequest>`
    select c.id, 'claim' as kind, c.title, c.text, c.created_at, c.decision, c.answer, c.decided_at,
      paid.points as wall_paid_points, paid.at as wall_paid_at
    from reward_claims c, lateral (
      select sum(w.amount_mb)::integer as points, max(w.created_at) as at
      from (
        select id, user_id, completed_at from tasks where user_id = c.user_id and completed_at > c.created_at
        order by completed_at limit ${TASKS_READ_MAX}
      ) t, webhook_transactions w
      where ${IS_PAID_TOO}
    ) paid
    where c.user_id = ${userId}
    union all
    select id, case kind when 'pause' then 'appeal' else kind end, reason, text, created_at, decision, answer, decided_at,
      null, null
    from appeals where user_id = ${userId}
    order by created_at desc limit ${STAFF_LIST_MAX}`.execute(database);
  return rows;
}

/**
 * Actions of staff on the member and on their redemptions, claims and appeals, newest first; `before` is the id of the
 * last one seen.
 */
export async function memberActions(
  database: Database,
  userId: string,
  before: string | undefined,
): Promise<Domain<AuditEntry>[]> {
  const conditions = [
    sql`e.subject_kind = subject.kind and e.subject_id = subject.id`,
    before === undefined ? sql`true` : sql`e.id < ${before}::bigint`,
  ];
  const subjects = sql`(
      select 'member' as kind, ${userId}::text as id
      union all select 'redemption', id::text from card_redemptions where user_id = ${userId}
      union all select 'claim', id::text from reward_claims where user_id = ${userId}
      union all select 'appeal', id::text from appeals where user_id = ${userId}
    ) subject cross join lateral ${newestEntries(conditions)}`;
  return readEntries(database, subjects);
}
