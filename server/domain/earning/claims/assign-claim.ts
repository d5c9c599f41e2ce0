import type { Tx } from '#database/client.ts';
import { lockAssignment, refuseOtherAdmins, setAssignee } from '#domain/common/assignment.ts';
import { Refusal } from '#domain/common/refusal.ts';

/**
 * Assigns a claim to an admin, or ends the assignment. Throws Refusal not_found, approval_own, claim_decided,
 * work_taken.
 */
export async function assignClaim(
  tx: Tx,
  { claimId, adminId, taken }: { claimId: string; adminId: string; taken: boolean },
): Promise<void> {
  const claim = await lockAssignment(tx, 'reward_claims', claimId);
  if (claim.userId === adminId) throw new Refusal('approval_own');
  if (claim.decided) throw new Refusal('claim_decided');
  refuseOtherAdmins(claim, adminId);
  await setAssignee(tx, 'reward_claims', claimId, taken ? adminId : null);
}
