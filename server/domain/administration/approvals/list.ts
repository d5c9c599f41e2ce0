import { sql } from 'kysely';
import type { Approval } from '#contract/approvals.ts';
import type { AdjustmentReason } from '#contract/approvals.values.ts';
import type { CardTier } from '#contract/rewards.values.ts';
import { STAFF_LIST_MAX, type StaffRole } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
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

type Row = Omit<Domain<Approval>, 'asked' | 'requesterLeft' | 'mayApprove' | 'mayApproveFrom'> & {
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

/**
 * Returns the approvals as one admin sees them: open ones first, oldest on top, then the others, newest on top; at
 * most STAFF_LIST_MAX.
 */
export async function listApprovals(
  database: Database,
  adminId: string,
  coolingHours: number,
): Promise<Domain<Approval>[]> {
  const { rows } = await sql<Row>`
    select a.id, a.kind, a.subject_id, a.payload, a.user_id, u.name, u.email, a.reason, a.requested_at, a.expires_at,
      coalesce(asker.name, '') as requested_by, ${person('asker')} as requester, asker.staff_role, asker.suspended_at,
      decider.name as decided_by, ${person('decider')} as decider, a.decided_at,
      coalesce(a.decision, case when a.expires_at <= now() then 'expired' else 'open' end) as state,
      s.open and s.others as is_others, case when s.from_when > now() then s.from_when end as settles_at
    from approvals a
    left join users asker on asker.id = a.requested_by
    cross join lateral (
      select a.decision is null and a.expires_at > now() as open,
        a.requested_by <> ${adminId} and a.user_id is distinct from ${adminId} as others,
        (select max(${settledAt(coolingHours)}) from users u where u.id in (a.requested_by, ${adminId})) as from_when
    ) s
    left join users u on u.id = a.user_id
    left join users decider on decider.id = a.decided_by
    order by s.open desc, case when s.open then a.requested_at end, a.requested_at desc
    limit ${STAFF_LIST_MAX}`.execute(database);
  return rows.map(({ kind, subjectId, payload, staffRole, suspendedAt, isOthers, settlesAt, ...row }) => {
    const requesterLeft = !may({ staffRole, suspendedAt }, ASKS[kind]);
    const isReady = isOthers && !requesterLeft;
    return {
      ...row,
      asked: askedOf(kind, subjectId, payload),
      requesterLeft,
      mayApprove: isReady && settlesAt === null,
      mayApproveFrom: isReady ? settlesAt : null,
    };
  });
}

/** The person of the joined row of `users`; null without one. Who has left has no address. */
const person = (users: 'asker' | 'decider') => {
  const of = (column: string) => sql.ref(`${users}.${column}`);
  return sql`case when ${of('id')} is not null then json_build_object('id', ${of('id')},
    'email', case when ${of('erased_at')} is null then ${of('email')} end, 'role', ${of('staff_role')}) end`;
};

function askedOf(kind: ApprovalKind, subjectId: string, payload: Payload): Domain<Approval['asked']> {
  if (kind === 'award') return { kind, cardTier: payload.cardTier, amountCents: payload.amountCents };
  if (kind === 'claim') return { kind, points: payload.points };
  if (kind === 'adjustment') return { kind, points: payload.points, reasonCode: payload.reasonCode };
  const { plan, mostPoints } = payload;
  const { title, points, dailyCap, totalCap, content } = plan;
  return { kind, missionId: subjectId, title, points, dailyCap, totalCap, content, mostPoints };
}
