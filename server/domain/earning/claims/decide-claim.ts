import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { memberAccount, post, wallAccount } from '../../ledger/index.ts';
import { lockMemberOf } from '../../lock-member.ts';
import { notify, tellCredits } from '../../notices/index.ts';
import { lockOwner, refuseOthers } from '../../owner.ts';
import { Refusal } from '../../refusal.ts';
import { creditAttempt } from '../missions/credit-attempt.ts';
import { lockAttempt, lockMission } from '../missions/rows.ts';

interface Decision {
  claimId: string;
  decision: 'granted' | 'refused';
  /** Read by the member. */
  answer: string;
  /** For a granted claim about a wall. */
  points?: number | undefined;
  adminId: string;
  /** More points than this are granted by who may approve them. */
  secondApprovalPoints: number;
  mayApprove: boolean;
  thresholdPoints: number;
}

interface LockedClaim {
  id: string;
  userId: string;
  wall: string | null;
  missionId: string | null;
  title: string;
}

/**
 * Refuses a claim, or grants it: a mission is credited as if it had been completed, whether or not places are free; for a
 * wall the admin names the points, which are credited from the wall's account: no more than `secondApprovalPoints` to one
 * member within a day, unless the admin may approve such amounts. Nobody decides on a claim of their own. The member is
 * told. Of parallel decisions the first counts. Throws Refusal not_found, claim_decided, work_taken, approval_own,
 * not_permitted, invalid_input without points for a wall, mission_not_started, mission_completed, suspended.
 */
export async function decideClaim(tx: Tx, decision: Decision): Promise<{ userId: string }> {
  await lockMemberOf(tx, 'reward_claims', decision.claimId);
  const claim = await tx
    .selectFrom('rewardClaims')
    .select(['id', 'userId', 'wall', 'missionId', 'title', 'decidedAt'])
    .where('id', '=', decision.claimId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!claim) throw new Refusal('not_found');
  if (claim.decidedAt) throw new Refusal('claim_decided');
  if (claim.userId === decision.adminId) throw new Refusal('approval_own');
  refuseOthers(await lockOwner(tx, 'reward_claims', claim.id), decision.adminId);
  const points = decision.decision === 'granted' ? await grant(tx, claim, decision) : null;
  await tx
    .updateTable('rewardClaims')
    .set({
      decision: decision.decision,
      answer: decision.answer,
      points,
      decidedAt: sql`now()`,
      decidedBy: decision.adminId,
    })
    .where('id', '=', claim.id)
    .execute();
  const { answer } = decision;
  const told = { key: `claim:${claim.id}`, userId: claim.userId };
  if (points === null) {
    await notify(tx, { ...told, kind: 'claim_refused', data: { what: claim.title, answer } });
  } else {
    await notify(tx, { ...told, kind: 'claim_granted', data: { points, what: claim.title, answer } });
  }
  return { userId: claim.userId };
}

/** Credits and answers the points. */
async function grant(tx: Tx, claim: LockedClaim, decision: Decision): Promise<number> {
  const actor = `admin:${decision.adminId}`;
  if (claim.missionId !== null) return grantMission(tx, claim.missionId, claim.userId, actor, decision);
  const { points } = decision;
  if (points === undefined) throw new Refusal('invalid_input', { fields: { points: 'Required' } });
  await refuseSuspended(tx, claim.userId);
  if (
    !decision.mayApprove &&
    points + (await grantedLately(tx, claim, decision)) > decision.secondApprovalPoints
  )
    throw new Refusal('not_permitted');
  await grantOffer(tx, claim, points, { actor, thresholdPoints: decision.thresholdPoints });
  return points;
}

async function refuseSuspended(tx: Tx, userId: string): Promise<void> {
  const member = await tx
    .selectFrom('users')
    .select(['suspendedAt', 'erasedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (member.suspendedAt || member.erasedAt) throw new Refusal('suspended');
}

/** Points that this admin granted this member for walls within the last day. */
async function grantedLately(tx: Tx, { userId }: LockedClaim, { adminId }: Decision): Promise<number> {
  const { points } = await tx
    .selectFrom('rewardClaims')
    .select(sql<string>`coalesce(sum(points), 0)`.as('points'))
    .where('userId', '=', userId)
    .where('wall', 'is not', null)
    .where('decidedBy', '=', adminId)
    .where('decidedAt', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return Number(points);
}

async function grantMission(
  tx: Tx,
  missionId: string,
  userId: string,
  actor: string,
  { thresholdPoints }: Decision,
): Promise<number> {
  const mission = await lockMission(tx, missionId);
  const attempt = await lockAttempt(tx, missionId, userId);
  if (!attempt) throw new Refusal('mission_not_started');
  if (attempt.completedAt) throw new Refusal('mission_completed');
  await creditAttempt(tx, mission, { ...attempt, reserved: true }, actor, thresholdPoints);
  return attempt.points;
}

/** The task has no wall: it comes from none of the wall's transactions. */
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
  const balance = posted?.balanceAfter;
  if (!posted || balance === undefined || balance === null)
    throw new Error('the ledger has this transfer already');
  await announce(tx, claim.userId, { type: 'balance', data: { points: balance, change: points } });
  await announce(tx, claim.userId, { type: 'tasks', data: {} });
  await tellCredits(tx, [posted.id], thresholdPoints);
}
