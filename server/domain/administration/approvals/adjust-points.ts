import { sql } from 'kysely';
import type { AdjustmentReason } from '#contract/approvals.values.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { lockAllowance, settledAt, takeAllowance } from './allowance.ts';
import { askForApproval } from './ask.ts';
import { type Adjustment, postAdjustment } from './carry-out.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Asking, TwoPeople } from './two-people.ts';

/** Points to give or take. The browser makes the request id, so a repeated request is recognized. */
export interface AdjustmentRequest {
  memberId: string;
  adminId: string;
  requestId: string;
  points: number;
  reasonCode: AdjustmentReason;
  /** Shown to the member. */
  text: string;
}

/**
 * Gives or takes points, at once or after a second admin's approval. Approval is needed for many points, alone or
 * together with the admin's other adjustments of this member within a day, and for giving or taking more than the admin
 * may move alone. A repeated request changes nothing. Throws Refusal approval_own, not_found, request_id_reused,
 * balance_too_low, person_required.
 */
export async function adjustPoints(
  tx: Tx,
  request: AdjustmentRequest & Asking,
  twoPeople: TwoPeople,
): Promise<{ id: string; standing: Standing }> {
  const { adminId, memberId, points, reasonCode, text } = request;
  if (adminId === memberId) throw new Refusal('approval_own');
  await lockAllowance(tx, adminId);
  const { adjustment, status, isNew } = await record(tx, request);
  const { id } = adjustment;
  if (!isNew) return { id, standing: standingOf(status) };
  const spending = { adminId, kind: 'adjustment', subjectId: id, points } as const;
  const alone =
    (await adjustedLately(tx, request)) <= twoPeople.adjustmentPoints &&
    (points < 0 ? await takesAlone(tx, adminId, twoPeople) : await takeAllowance(tx, spending, twoPeople));
  if (alone) {
    await postAdjustment(tx, adjustment, adminId);
    return { id, standing: 'done' };
  }
  await checkCovered(tx, request);
  const asked = {
    kind: 'adjustment',
    subjectId: id,
    userId: memberId,
    payload: { points, reasonCode },
  } as const;
  await askForApproval(tx, { ...asked, reason: text }, request);
  return { id, standing: 'awaiting_approval' };
}

async function record(
  tx: Tx,
  request: AdjustmentRequest,
): Promise<{ adjustment: Adjustment; status: 'awaiting_approval' | 'declined' | 'posted'; isNew: boolean }> {
  // From here on adjustments of the member come one after the other.
  const member = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', request.memberId)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!member) throw new Refusal('not_found');
  const { memberId: userId, adminId: requestedBy, requestId, points, reasonCode, text } = request;
  const columns = ['id', 'userId', 'points', 'reasonCode', 'text', 'status'] as const;
  // Whoever asked: a system repeats its request by the key that it has now, perhaps another admin's.
  const earlier = await tx
    .selectFrom('pointsAdjustments')
    .select(columns)
    .where('userId', '=', userId)
    .where('requestId', '=', requestId)
    .executeTakeFirst();
  const row =
    earlier ??
    (await tx
      .insertInto('pointsAdjustments')
      .values({ userId, requestedBy, requestId, points, reasonCode, text, status: 'awaiting_approval' })
      .onConflict((conflict) => conflict.columns(['requestedBy', 'requestId']).doNothing())
      .returning(columns)
      .executeTakeFirst());
  // The admin has used the id for another member, or somebody for other points.
  if (!row || row.points !== points || row.reasonCode !== reasonCode || row.text !== text)
    throw new Refusal('request_id_reused');
  const { status, ...adjustment } = row;
  return { adjustment: { ...adjustment, reasonCode }, status, isNew: earlier === undefined };
}

/** Whole points that this admin moved for this member within the last day without a second admin, this request included. */
async function adjustedLately(tx: Tx, { adminId, memberId }: AdjustmentRequest): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(abs(points)), 0)::integer as points from points_adjustments p
    where user_id = ${memberId} and requested_by = ${adminId} and created_at > now() - interval '1 day'
      and not exists (select from approvals a where a.subject_id = p.id)`.execute(tx);
  return rows[0]?.points ?? 0;
}

/**
 * Whether the admin may take points alone: within the last day they took no more than `dailyPoints` without a second
 * admin, this request included, over all members, and their role is old enough. A sum of its own: what is taken leaves
 * what may be given as it is. The caller holds the allowance locked.
 */
async function takesAlone(
  tx: Tx,
  adminId: string,
  { dailyPoints, coolingHours }: TwoPeople,
): Promise<boolean> {
  const { rows } = await sql`
    select from users u
    where id = ${adminId} and ${settledAt(coolingHours)} <= now() and ${dailyPoints} >= (
      select coalesce(sum(-points), 0) from points_adjustments p
      where requested_by = ${adminId} and points < 0 and created_at > now() - interval '1 day'
        and not exists (select from approvals a where a.subject_id = p.id))`.execute(tx);
  return rows.length > 0;
}

/** A request that the balance does not cover is refused before a second admin is asked. */
async function checkCovered(tx: Tx, { memberId, points }: AdjustmentRequest): Promise<void> {
  const { points: balance } = await tx
    .selectFrom('users')
    .select('points')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  if (points < 0 && balance + points < 0) throw new Refusal('balance_too_low');
}
