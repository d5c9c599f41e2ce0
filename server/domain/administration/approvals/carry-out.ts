import type { AdjustmentReason } from '#contract/approvals.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { ADJUSTMENTS, InsufficientBalance, memberAccount, post } from '#domain/ledger/index.ts';
import { notify } from '#domain/notices/index.ts';

/** An adjustment, as in `points_adjustments`. */
export interface Adjustment {
  id: string;
  userId: string;
  /** Above zero: given; below: taken. */
  points: number;
  reasonCode: AdjustmentReason;
  /** Shown to the member. */
  text: string;
}

/** Posts an adjustment once, by its id, and notifies the member. Throws Refusal balance_too_low. */
export async function postAdjustment(tx: Tx, adjustment: Adjustment, adminId: string): Promise<void> {
  const { id, userId, points, text } = adjustment;
  const balance = await move(tx, adjustment, adminId);
  await tx.updateTable('pointsAdjustments').set({ status: 'posted' }).where('id', '=', id).execute();
  announce(tx, userId, { type: 'balance', data: { change: points } });
  await notify(tx, {
    key: `adjustment:${id}`,
    userId,
    kind: points > 0 ? 'points_added' : 'points_removed',
    data: { points: Math.abs(points), balance, text },
  });
}

/** Returns the balance afterwards. */
async function move(
  tx: Tx,
  { id, userId, points, reasonCode }: Adjustment,
  adminId: string,
): Promise<number> {
  const member = memberAccount(userId);
  const sides = points > 0 ? { from: ADJUSTMENTS, to: member } : { from: member, to: ADJUSTMENTS };
  try {
    const [posted] = await post(tx, [
      {
        ...sides,
        key: `adjustment:${id}`,
        unit: 'points',
        amount: Math.abs(points),
        kind: 'adjustment',
        reference: id,
        reason: reasonCode,
        actor: `admin:${adminId}`,
      },
    ]);
    if (!posted) throw new Error(`the ledger has the adjustment ${id} already`);
    return posted.balanceAfter ?? 0;
  } catch (error) {
    // Only reversed rewards can make a debt, an adjustment cannot.
    if (error instanceof InsufficientBalance) throw new Refusal('balance_too_low');
    throw error;
  }
}
