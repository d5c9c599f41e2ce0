import { sql } from 'kysely';
import { APPROVAL_DAYS } from '#contract/values.ts';
import type { Tx } from '#database/client.ts';

interface ApprovalRequest {
  kind: 'award' | 'adjustment';
  /** Id of the award or the adjustment. */
  subjectId: string;
  userId: string;
  /** What will be done, in ids and numbers. */
  payload: Record<string, string | number>;
  requestedBy: string;
  /** Read by the member when it is done. */
  reason: string;
}

/** Puts something that a second admin must agree to into their queue, for APPROVAL_DAYS. */
export async function askForApproval(tx: Tx, { payload, ...request }: ApprovalRequest): Promise<void> {
  await tx
    .insertInto('approvals')
    .values({
      ...request,
      payload: JSON.stringify(payload),
      expiresAt: sql`now() + make_interval(days => ${APPROVAL_DAYS})`,
    })
    .execute();
}
