import { sql } from 'kysely';
import { fault } from '#contract/faults.ts';
import type { Translations } from '#contract/translations.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockAssignment, refuseOtherAdmins } from '#domain/common/assignment.ts';
import { lockMemberOf } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { creditAttempt } from '#domain/earning/missions/credit-attempt.ts';
import { lockAttempt, lockStarted, titleFor } from '#domain/earning/missions/rows.ts';
import { requireNotSuspended } from '#domain/earning/require-not-suspended.ts';
import { memberAccount, post, wallAccount } from '#domain/ledger/index.ts';
import { notify, notifyOfCredits } from '#domain/notices/index.ts';
import { IS_CREDITED_SINCE } from './paid-too.ts';
import { type Claimed, isSameReward } from './same-reward.ts';

export interface ClaimDecision {
  claimId: string;
  decision: 'granted' | 'refused';
  /** Shown to the member. */
  answer: string;
  /** Whole points; only for a granted claim about a wall. */
  points?: number | undefined;
}

export interface LockedClaim extends Claimed {
  id: string;
  wall: string | null;
  missionId: string | null;
  title: string;
}

/** Locks the member, then the claim, and returns the claim. Throws Refusal not_found, claim_decided. */
export async function lockClaim(tx: Tx, claimId: string): Promise<LockedClaim> {
  await lockMemberOf(tx, 'reward_claims', claimId);
  const claim = await tx
    .selectFrom('rewardClaims')
    .select(['id', 'userId', 'wall', 'missionId', 'title', 'clickId', 'taskId', 'decidedAt'])
    .where('id', '=', claimId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!claim) throw new Refusal('not_found');
  if (claim.decidedAt) throw new Refusal('claim_decided');
  return claim;
}

/** Throws Refusal work_taken while the claim is assigned to another admin. */
export const takenByOther = async (tx: Tx, claimId: string, adminId: string): Promise<void> =>
  refuseOtherAdmins(await lockAssignment(tx, 'reward_claims', claimId), adminId);

/**
 * Returns the points that granting the claim credits: the mission's promised points, or for a wall the points that
 * the admin names. Throws Refusal invalid_input if none are named for a wall, mission_not_started, mission_completed,
 * claim_granted_before, suspended.
 */
export async function pointsOfGrant(tx: Tx, claim: LockedClaim, named: number | undefined): Promise<number> {
  const { missionId, userId } = claim;
  const points = missionId === null ? named : (await lockMissed(tx, missionId, userId)).attempt.points;
  if (points === undefined) throw new Refusal('invalid_input', { fields: { points: fault('required') } });
  await refuseGranted(tx, claim);
  await requireNotSuspended(tx, userId);
  return points;
}

/**
 * Records the decision and tells the member. Null points refuse the claim. A granted mission is credited as if it had
 * been completed, even without a free place; a granted wall claim is credited from the wall's account. Throws Refusal
 * mission_not_started, mission_completed, claim_granted_before, suspended.
 */
export async function settleClaim(
  tx: Tx,
  claim: LockedClaim,
  settled: {
    points: number | null;
    answer: string;
    decidedBy: string;
    actor: string;
    thresholdPoints: number;
  },
): Promise<void> {
  const { points, answer, decidedBy, actor, thresholdPoints } = settled;
  if (points !== null) {
    // The member may have left since the decision was asked for, or another claim have been granted.
    await requireNotSuspended(tx, claim.userId);
    await refuseGranted(tx, claim);
  }
  if (points !== null && claim.missionId !== null) {
    const { mission, attempt } = await lockMissed(tx, claim.missionId, claim.userId);
    await creditAttempt(tx, mission, { ...attempt, reserved: true }, actor, thresholdPoints);
  } else if (points !== null) {
    await grantOffer(tx, claim, points, { actor, thresholdPoints });
  }
  await tx
    .updateTable('rewardClaims')
    .set({
      decision: points === null ? 'refused' : 'granted',
      answer,
      points,
      decidedAt: sql`now()`,
      decidedBy,
    })
    .where('id', '=', claim.id)
    .execute();
  const told = { key: `claim:${claim.id}`, userId: claim.userId };
  const what = await titleOf(tx, claim);
  if (points === null) {
    announce(tx, claim.userId, { type: 'tasks', data: {} });
    await notify(tx, { ...told, kind: 'claim_refused', data: { what, answer } });
  } else {
    await notify(tx, { ...told, kind: 'claim_granted', data: { points, what, answer } });
  }
}

/** What the claim is about, in the member's language. */
async function titleOf(tx: Tx, { missionId, title, userId }: LockedClaim): Promise<string> {
  if (missionId === null) return title;
  const mission = await tx
    .selectFrom('missions')
    .select('translations')
    .where('id', '=', missionId)
    .executeTakeFirstOrThrow();
  return titleFor(tx, { title, translations: mission.translations as Translations }, userId);
}

/** Locks the mission and the member's attempt. */
async function lockMissed(tx: Tx, missionId: string, userId: string) {
  const mission = await lockStarted(tx, missionId);
  const attempt = await lockAttempt(tx, missionId, userId);
  if (!attempt) throw new Refusal('mission_not_started');
  if (attempt.completedAt) throw new Refusal('mission_completed');
  return { mission, attempt };
}

/** Throws Refusal claim_granted_before if another claim about the same click or task was granted, see isSameReward. */
async function refuseGranted(tx: Tx, claim: LockedClaim): Promise<void> {
  const granted = await tx
    .selectFrom('rewardClaims')
    .select('id')
    .where(isSameReward(claim))
    .where('decision', '=', 'granted')
    .executeTakeFirst();
  if (granted) throw new Refusal('claim_granted_before');
}

/** Throws Refusal claim_paid_meanwhile if the wall has credited the offer of the claim since then. */
export async function refusePaidSince(tx: Tx, claim: LockedClaim, since: Date): Promise<void> {
  const { rows } = await sql`
    select from reward_claims c, tasks t, webhook_transactions w
    where c.id = ${claim.id} and ${IS_CREDITED_SINCE} and t.completed_at > ${since} limit 1`.execute(tx);
  if (rows.length > 0) throw new Refusal('claim_paid_meanwhile');
}

/** The task names no wall, since no provider transaction belongs to it. */
async function grantOffer(
  tx: Tx,
  claim: LockedClaim,
  points: number,
  { actor, thresholdPoints }: { actor: string; thresholdPoints: number },
): Promise<void> {
  const { id: grantedTaskId } = await tx
    .insertInto('tasks')
    .values({
      userId: claim.userId,
      taskType: 'offer_completion',
      pointsEarned: points,
      title: claim.title,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx.updateTable('rewardClaims').set({ grantedTaskId }).where('id', '=', claim.id).execute();
  const [posted] = await post(tx, [
    {
      key: `claim:${claim.id}`,
      unit: 'points',
      from: wallAccount(claim.wall ?? ''),
      to: memberAccount(claim.userId),
      amount: points,
      kind: 'credit',
      reference: claim.id,
      reason: 'claim granted',
      actor,
    },
  ]);
  if (!posted) throw new Error('the ledger has this transfer already');
  announce(tx, claim.userId, { type: 'balance', data: { change: points } });
  announce(tx, claim.userId, { type: 'tasks', data: {} });
  await notifyOfCredits(tx, [posted.id], thresholdPoints);
}
