import { sql } from 'kysely';
import { APPROVAL_DAYS } from '#contract/approvals.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import type { Asking } from './two-people.ts';

export type ApprovalKind = 'award' | 'adjustment' | 'claim' | 'mission';

interface ApprovalRequest {
  kind: ApprovalKind;
  /** Id of the award, adjustment, claim or mission. */
  subjectId: string;
  /** The member it is about; null for a mission. */
  userId: string | null;
  /** Exactly what will be done. */
  payload: object;
  /** Shown to the member when it is done. */
  reason: string;
}

/**
 * Asks a second admin for approval, for APPROVAL_DAYS. Throws Refusal person_required for a key, which cannot be one
 * of two people.
 */
export async function askForApproval(
  tx: Tx,
  { payload, ...request }: ApprovalRequest,
  { adminId, byKey }: Asking,
): Promise<void> {
  if (byKey) throw new Refusal('person_required');
  await tx
    .insertInto('approvals')
    .values({
      ...request,
      requestedBy: adminId,
      payload: JSON.stringify(payload),
      expiresAt: sql`now() + make_interval(days => ${APPROVAL_DAYS})`,
    })
    .execute();
}

/** Withdraws what the admin asked for about the subject and nobody has decided. The caller holds the subject locked. */
export const withdrawOwn = (tx: Tx, subjectId: string, adminId: string) =>
  tx
    .updateTable('approvals')
    .set({ decision: 'declined', decidedBy: adminId, decidedAt: sql`now()` })
    .where('subjectId', '=', subjectId)
    .where('requestedBy', '=', adminId)
    .where('decision', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .execute();

/** Approvals that are open, by the id of their subject. */
export const openApprovals = (database: Database | Tx) =>
  database
    .selectFrom('approvals')
    .select(['subjectId', 'requestedBy'])
    .where('decision', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`);

/** Whether an approval about the subject is open. Reliable only while the subject is locked. */
export async function isWaiting(tx: Tx, subjectId: string): Promise<boolean> {
  const waiting = await openApprovals(tx).where('subjectId', '=', subjectId).limit(1).execute();
  return waiting.length > 0;
}
