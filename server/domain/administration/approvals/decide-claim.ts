import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  type ClaimDecision,
  lockClaim,
  pointsOfGrant,
  settleClaim,
  takenByOther,
} from '#domain/earning/index.ts';
import { lockAllowance, takeAllowance } from './allowance.ts';
import { askForApproval, isWaiting, withdrawOwn } from './ask.ts';
import type { Standing } from './standing.ts';
import type { TwoPeople } from './two-people.ts';

export interface ClaimSettings {
  twoPeople: TwoPeople;
  thresholdPoints: number;
}

/**
 * Refuses a claim, or grants it at once or after a second admin's approval. Approval is needed for as many points as
 * for adjustments, alone or together with what the admin granted the member within a day, and for more than the admin
 * may move alone. What the admin has asked for about this claim and nobody has decided is withdrawn by it. Admins cannot
 * decide on their own claims. Of parallel decisions the first counts. Throws Refusal
 * not_found, claim_decided, approval_own, work_taken, approval_open, invalid_input without points for a wall,
 * mission_not_started, mission_completed, claim_granted_before, suspended.
 */
export async function decideClaim(
  tx: Tx,
  decision: ClaimDecision & { adminId: string },
  { twoPeople, thresholdPoints }: ClaimSettings,
): Promise<{ standing: Standing; points: number | null; userId: string }> {
  const { adminId, answer } = decision;
  await lockAllowance(tx, adminId);
  const claim = await lockClaim(tx, decision.claimId);
  if (claim.userId === adminId) throw new Refusal('approval_own');
  await takenByOther(tx, claim.id, adminId);
  await withdrawOwn(tx, claim.id, adminId);
  if (await isWaiting(tx, claim.id)) throw new Refusal('approval_open');
  const decided = { answer, decidedBy: adminId, actor: `admin:${adminId}`, thresholdPoints };
  if (decision.decision === 'refused') {
    await settleClaim(tx, claim, { ...decided, points: null });
    return { standing: 'done', points: null, userId: claim.userId };
  }
  const points = await pointsOfGrant(tx, claim, decision.points);
  const spending = { adminId, kind: 'claim', subjectId: claim.id, points } as const;
  const alone =
    points + (await grantedLately(tx, claim.userId, adminId)) <= twoPeople.adjustmentPoints &&
    (await takeAllowance(tx, spending, twoPeople));
  if (alone) {
    await settleClaim(tx, claim, { ...decided, points });
    return { standing: 'done', points, userId: claim.userId };
  }
  const asked = { kind: 'claim', subjectId: claim.id, userId: claim.userId, payload: { points } } as const;
  // API keys cannot decide claims.
  await askForApproval(tx, { ...asked, reason: answer }, { adminId, byKey: false });
  return { standing: 'awaiting_approval', points, userId: claim.userId };
}

/** Points that this admin granted this member within the last day without a second admin. */
async function grantedLately(tx: Tx, userId: string, adminId: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::integer as points from reward_claims c
    where user_id = ${userId} and decided_by = ${adminId} and decided_at > now() - interval '1 day'
      and not exists (select from approvals a where a.subject_id = c.id and a.decision = 'approved')`.execute(
    tx,
  );
  return rows[0]?.points ?? 0;
}
