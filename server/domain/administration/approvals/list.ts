import { sql } from 'kysely';
import type { Approval } from '#contract/approvals.ts';
import { type AdjustmentReason, EVIDENCE_DAYS } from '#contract/approvals.values.ts';
import type { CardTier } from '#contract/rewards.values.ts';
import { STAFF_LIST_MAX, type StaffRole } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { GIVEN, OPEN } from '#domain/redemption/index.ts';
import { settledAt } from './allowance.ts';
import type { ApprovalKind } from './ask.ts';
import { ASKS, may } from './may.ts';
import type { AskedMission } from './publish-mission.ts';

interface Payload extends AskedMission {
  cardTier: CardTier;
  amountCents: number;
  points: number;
  reasonCode: AdjustmentReason;
}

type Shown = Domain<Approval>;
type Reported = Extract<Shown['asked'], { kind: 'claim' }>['claim'];
type Row = Omit<Shown, 'asked' | 'member' | 'requesterLeft' | 'mayApprove' | 'mayApproveFrom'> & {
  /** Null for a mission and for who has left. */
  joinedAt: Date | null;
  balancePoints: number;
  givenPoints: number;
  givenCents: number;
  wall: string | null;
  title: string;
  happenedAt: Date;
  text: string;
  claimedAt: Date | null;
  kind: ApprovalKind;
  subjectId: string;
  payload: Payload;
  staffRole: StaffRole | null;
  suspendedAt: Date | null;
  /** Whether it is open and neither asked for by this admin nor about them. */
  isOthers: boolean;
  /** When the roles of both are old enough; null if they are. */
  settlesAt: Date | null;
};

/** Whether an approval can still be decided. */
const IS_OPEN = sql<boolean>`(decision is null and expires_at > now())`;
/** The order of the approvals `a`: open ones first, oldest on top, then the others, newest on top. */
const ORDER = sql`a.open desc, case when a.open then a.requested_at end, a.requested_at desc`;

/** What is shown, found without reading the rest. All are open for the same time: the first to end is the oldest. */
const SHOWN = sql`
  select * from (
    (select *, true as open from approvals where ${IS_OPEN} order by expires_at limit ${STAFF_LIST_MAX})
    union all
    (select *, false from approvals where not ${IS_OPEN} order by requested_at desc limit ${STAFF_LIST_MAX})
  ) a order by ${ORDER} limit ${STAFF_LIST_MAX}`;

/** Returns the approvals as one admin sees them, in their ORDER; at most STAFF_LIST_MAX. */
export async function listApprovals(
  database: Database,
  adminId: string,
  coolingHours: number,
): Promise<Shown[]> {
  const { rows } = await sql<Row>`
    select a.id, a.kind, a.subject_id, a.payload, a.user_id, u.name, u.email, a.reason, a.requested_at, a.expires_at,
      present.created_at as joined_at, present.points as balance_points, given.points as given_points,
      given.cents as given_cents, c.wall, c.title, c.happened_at, c.text, c.created_at as claimed_at,
      coalesce(asker.name, '') as requested_by, ${person('asker')} as requester, asker.staff_role, asker.suspended_at,
      decider.name as decided_by, ${person('decider')} as decider, a.decided_at,
      coalesce(a.decision, case when a.open then 'open' else 'expired' end) as state,
      a.open and s.others as is_others, case when s.from_when > now() then s.from_when end as settles_at
    from (${SHOWN}) a
    left join users asker on asker.id = a.requested_by
    cross join lateral (
      select a.requested_by <> ${adminId} and a.user_id is distinct from ${adminId} as others,
        (select max(${settledAt(coolingHours)}) from users u where u.id in (a.requested_by, ${adminId})) as from_when
    ) s
    left join users u on u.id = a.user_id
    left join users present on present.id = a.user_id and present.erased_at is null
    left join reward_claims c on a.kind = 'claim' and c.id = a.subject_id and present.id is not null
    left join users decider on decider.id = a.decided_by
    cross join lateral (${given}) given
    order by ${ORDER}`.execute(database);
  return rows.map((row) => {
    const { kind, joinedAt, settlesAt } = row;
    const requesterLeft = !may(row, ASKS[kind]);
    const isReady = row.isOthers && !requesterLeft;
    const { id, userId, name, email, requestedBy, requester, reason, requestedAt, expiresAt } = row;
    const { state, decidedBy, decider, decidedAt, balancePoints, givenPoints, givenCents } = row;
    return {
      id,
      userId,
      name,
      email,
      requestedBy,
      requester,
      reason,
      requestedAt,
      expiresAt,
      state,
      decidedBy,
      decider,
      decidedAt,
      asked: askedOf(row),
      member: joinedAt && { joinedAt, balancePoints, givenPoints, givenCents },
      requesterLeft,
      mayApprove: isReady && settlesAt === null,
      mayApproveFrom: isReady ? settlesAt : null,
    };
  });
}

/**
 * What staff gave the member of the approval `a` within the EVIDENCE_DAYS until its decision, or until now, itself aside:
 * points, and awards in cents. Of several requests at once, each shows what became of the others.
 */
const given = sql`
  select (
    select coalesce(sum(points), 0) from points_adjustments
    where user_id = a.user_id and status = 'posted' and points > 0 and id <> a.subject_id and ${within('created_at')}
  )::integer + (
    select coalesce(sum(points), 0) from reward_claims
    where user_id = a.user_id and decision = 'granted' and id <> a.subject_id and ${within('decided_at')}
  )::integer as points, (
    select coalesce(sum(amount_cents), 0) from cash_rewards
    where user_id = a.user_id and (status in ${OPEN} or status in ${GIVEN})
      and id <> a.subject_id and ${within('created_at')}
  )::integer as cents`;

function within(column: string) {
  const at = sql.ref(column);
  const until = sql`coalesce(a.decided_at, now())`;
  return sql`${at} > ${until} - make_interval(days => ${EVIDENCE_DAYS}) and ${at} <= ${until}`;
}

/** The person of the joined row of `users`; null without one. Who has left has no address. */
const person = (users: 'asker' | 'decider') => {
  const of = (column: string) => sql.ref(`${users}.${column}`);
  return sql`case when ${of('id')} is not null then json_build_object('id', ${of('id')},
    'email', case when ${of('erased_at')} is null then ${of('email')} end, 'role', ${of('staff_role')}) end`;
};

function askedOf(row: Row): Shown['asked'] {
  const { kind, subjectId, payload } = row;
  if (kind === 'award') return { kind, cardTier: payload.cardTier, amountCents: payload.amountCents };
  if (kind === 'claim') return { kind, claimId: subjectId, points: payload.points, claim: reportedIn(row) };
  if (kind === 'adjustment') return { kind, points: payload.points, reasonCode: payload.reasonCode };
  const { plan, mostPoints } = payload;
  const { title, points, dailyCap, totalCap, content } = plan;
  return { kind, missionId: subjectId, title, points, dailyCap, totalCap, content, mostPoints };
}

const reportedIn = ({ wall, title, happenedAt, text, claimedAt }: Row): Reported =>
  claimedAt && { wall, title, happenedAt, text, createdAt: claimedAt };
