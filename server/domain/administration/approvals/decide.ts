import { sql } from 'kysely';
import type { AdjustmentReason } from '#contract/approvals.values.ts';
import type { StaffRole } from '#contract/staff.values.ts';
import type { Tx } from '#database/client.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { lockClaim, lockPlanned, refusePaidSince, settleClaim } from '#domain/earning/index.ts';
import { holdAward, readAward, type Serving, startAward } from '#domain/redemption/index.ts';
import { settledAt } from './allowance.ts';
import type { ApprovalKind } from './ask.ts';
import { postAdjustment } from './carry-out.ts';
import { ASKS, may } from './may.ts';
import { type AskedMission, publishApproved } from './publish-mission.ts';
import type { TwoPeople } from './two-people.ts';

interface Decision {
  approvalId: string;
  adminId: string;
  decision: 'approved' | 'declined';
}

/** What was decided, for the audit trail. */
export interface Decided {
  kind: ApprovalKind;
  subjectId: string;
  /** Null for a mission. */
  userId: string | null;
}

interface Asked extends Decided {
  id: string;
  requestedBy: string;
  requestedAt: Date;
  payload: unknown;
  reason: string;
}

/** The settings needed to carry it out. */
interface Settings {
  twoPeople: Pick<TwoPeople, 'coolingHours'>;
  serving: Serving;
  thresholdPoints: number;
}

/**
 * Decides an approval and, if approved, carries it out in the same transaction. Of parallel decisions the first
 * counts. The admin who asked may decline, which withdraws it; nobody decides what is about themself. Throws Refusal
 * not_found, approval_own, approval_decided, approval_expired, requester_left, not_permitted, approver_too_new, and the
 * refusals of what is carried out.
 */
export async function decideApproval(tx: Tx, decision: Decision, settings: Settings): Promise<Decided> {
  const asked = await recordDecision(tx, decision, settings.twoPeople);
  if (decision.decision === 'approved') await carryOut(tx, asked, decision.adminId, settings);
  else await decline(tx, asked);
  const { kind, subjectId, userId } = asked;
  return { kind, subjectId, userId };
}

/** Records the admin's decision and returns what was asked. */
async function recordDecision(
  tx: Tx,
  { approvalId, adminId, decision }: Decision,
  { coolingHours }: Pick<TwoPeople, 'coolingHours'>,
): Promise<Asked> {
  await lockSubject(tx, approvalId);
  const approval = await tx
    .selectFrom('approvals')
    .select([
      'id',
      'kind',
      'subjectId',
      'userId',
      'requestedBy',
      'requestedAt',
      'payload',
      'reason',
      'decision',
    ])
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('id', '=', approvalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { kind, requestedBy, userId } = approval;
  if (userId === adminId) throw new Refusal('approval_own');
  if (approval.decision) throw new Refusal('approval_decided');
  if (approval.expired) throw new Refusal('approval_expired');
  if (decision === 'approved') {
    if (requestedBy === adminId) throw new Refusal('approval_own');
    await requireSettled(tx, { kind, requestedBy, adminId }, coolingHours);
  }
  await tx
    .updateTable('approvals')
    .set({ decision, decidedBy: adminId, decidedAt: sql`now()` })
    .where('id', '=', approvalId)
    .execute();
  return approval;
}

/** Lock order everywhere: a member before the subject, the subject before its approval. Throws Refusal not_found. */
async function lockSubject(tx: Tx, approvalId: string): Promise<void> {
  const about = await tx
    .selectFrom('approvals')
    .select(['kind', 'subjectId', 'userId'])
    .where('id', '=', approvalId)
    .executeTakeFirst();
  if (!about) throw new Refusal('not_found');
  if (about.kind === 'mission') await lockPlanned(tx, about.subjectId);
  else if (about.userId !== null) await lockMember(tx, about.userId);
}

/**
 * Throws Refusal requester_left or not_permitted unless one may still ask for this and the other approve it, and
 * approver_too_new unless they have had their roles for long enough. Who has no role has no waiting time that could end.
 */
async function requireSettled(
  tx: Tx,
  { kind, requestedBy, adminId }: Pick<Asked, 'kind' | 'requestedBy'> & { adminId: string },
  coolingHours: number,
): Promise<void> {
  const { rows } = await sql<Person>`
    select id, staff_role, suspended_at, ${settledAt(coolingHours)} <= now() as is_settled from users u
    where id in (${requestedBy}, ${adminId})`.execute(tx);
  for (const person of rows) {
    const asks = person.id === requestedBy;
    if (!may(person, asks ? ASKS[kind] : 'payouts.approve')) {
      throw new Refusal(asks ? 'requester_left' : 'not_permitted');
    }
  }
  if (rows.some(({ isSettled }) => !isSettled)) throw new Refusal('approver_too_new');
}

interface Person {
  id: string;
  staffRole: StaffRole | null;
  suspendedAt: Date | null;
  isSettled: boolean;
}

async function carryOut(tx: Tx, asked: Asked, adminId: string, settings: Settings): Promise<void> {
  const { kind, subjectId, requestedBy } = asked;
  if (kind === 'award') return startAward(tx, await readAward(tx, subjectId), settings.serving);
  if (kind === 'adjustment') return approveAdjustment(tx, subjectId, adminId);
  if (kind === 'mission') {
    const by = { approvalId: asked.id, requestedBy };
    return publishApproved(tx, subjectId, asked.payload as AskedMission, by);
  }
  const { points } = asked.payload as { points: number };
  const claim = await lockClaim(tx, subjectId);
  // Who asked could not know of it, and who approves is not shown it.
  await refusePaidSince(tx, claim, asked.requestedAt);
  await settleClaim(tx, claim, {
    points,
    answer: asked.reason,
    decidedBy: requestedBy,
    actor: `admin:${adminId}`,
    thresholdPoints: settings.thresholdPoints,
  });
}

/** A declined claim is open again, and a mission stays as it is. */
async function decline(tx: Tx, { kind, subjectId }: Asked): Promise<void> {
  if (kind === 'award') await holdAward(tx, subjectId, 'declined');
  else if (kind === 'adjustment') await declineAdjustment(tx, subjectId);
}

async function approveAdjustment(tx: Tx, id: string, adminId: string): Promise<void> {
  const row = await tx
    .selectFrom('pointsAdjustments as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['p.id', 'p.userId', 'p.points', 'p.reasonCode', 'p.text'])
    .where('p.id', '=', id)
    .where('u.erasedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  await postAdjustment(tx, { ...row, reasonCode: row.reasonCode as AdjustmentReason }, adminId);
}

async function declineAdjustment(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('pointsAdjustments').set({ status: 'declined' }).where('id', '=', id).execute();
}
