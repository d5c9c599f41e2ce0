import { sql } from 'kysely';
import type { AdjustmentReason } from '#contract/values.ts';
import type { Tx } from '#database/client.ts';
import { lockMember } from '../../lock-member.ts';
import { holdAward, readAward, startAward } from '../../redemption/index.ts';
import { Refusal } from '../../refusal.ts';
import { postAdjustment } from './carry-out.ts';
import type { AwardSettings } from './request-award.ts';

interface Decision {
  approvalId: string;
  adminId: string;
  decision: 'approved' | 'declined';
  note?: string | undefined;
}

/** What was decided about, for the audit trail. */
export interface Decided {
  kind: 'award' | 'adjustment';
  subjectId: string;
  userId: string;
}

/**
 * Decides what waits for a second admin, and carries it out if approved, in one transaction. Of parallel decisions the
 * first counts. Whoever asked may decline, which takes it back. Throws Refusal not_found, approval_decided,
 * approval_expired, approval_own, and what refuses the award or adjustment itself.
 */
export async function decideApproval(
  tx: Tx,
  decision: Decision,
  { serving }: Pick<AwardSettings, 'serving'>,
): Promise<Decided> {
  const found = await claim(tx, decision);
  const { kind, subjectId, userId } = found;
  const approved = decision.decision === 'approved';
  if (kind === 'award') {
    const award = await readAward(tx, subjectId);
    if (approved) await startAward(tx, award, serving);
    else await holdAward(tx, subjectId, 'declined');
  } else if (approved) await approveAdjustment(tx, subjectId, decision.adminId);
  else await declineAdjustment(tx, subjectId);
  return { kind, subjectId, userId };
}

/** Makes the decision this admin's. */
async function claim(tx: Tx, { approvalId, adminId, decision, note }: Decision): Promise<Decided> {
  const about = await tx
    .selectFrom('approvals')
    .select('userId')
    .where('id', '=', approvalId)
    .executeTakeFirst();
  if (!about) throw new Refusal('not_found');
  await lockMember(tx, about.userId);
  const approval = await tx
    .selectFrom('approvals')
    .select(['kind', 'subjectId', 'userId', 'requestedBy', 'decision'])
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('id', '=', approvalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (approval.decision) throw new Refusal('approval_decided');
  if (approval.expired) throw new Refusal('approval_expired');
  if (decision === 'approved' && [approval.requestedBy, approval.userId].includes(adminId)) {
    throw new Refusal('approval_own');
  }
  await tx
    .updateTable('approvals')
    .set({ decision, decidedBy: adminId, decidedAt: sql`now()`, note: note ?? null })
    .where('id', '=', approvalId)
    .execute();
  return {
    kind: approval.kind as Decided['kind'],
    subjectId: approval.subjectId,
    userId: approval.userId,
  };
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
