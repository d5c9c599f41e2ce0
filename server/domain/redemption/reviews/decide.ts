import { sql } from 'kysely';
import { fault } from '#contract/faults.ts';
import type { RedemptionReason } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMemberOf } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notify } from '#domain/notices/index.ts';
import { refuseUnseenDebt } from '#domain/redemption/debt.ts';
import { refuse } from '#domain/redemption/payout/end.ts';
import { enqueueFulfilment } from '#domain/redemption/payout/schedule.ts';
import { refuseStopped } from '#domain/redemption/payout/stop.ts';
import { refundPoints } from '#domain/redemption/transfers.ts';

/** The decision of a review: the redemption is paid out, or its points go back. */
export type Verdict = 'pay' | 'refund';

/** Why the points go back although nobody decided so. */
export type Lapse = Extract<RedemptionReason, 'review_lapsed' | 'review_stopped'>;

interface Outcome {
  decision: Verdict;
  /** Null if nobody decided. */
  adminId: string | null;
  note: string | null;
  lapse?: Lapse;
}

interface Held {
  id: string;
  userId: string;
  amountCents: number;
  pointsUsed: number;
  /** Set in a restored site alone. */
  unansweredSince: Date | null;
}

/**
 * Decides a review; the first of parallel decisions counts. The member reads `text` when points go back. Refused for
 * the admin's own redemption, and nothing is paid out to a member who is paused or suspended, or who owes more points
 * than `owedPoints`, which the admin saw. Returns what is owed by a member who is paid. Throws Refusal not_found,
 * review_decided, approval_own, member_paused, member_suspended, member_owes.
 */
export async function decideReview(
  tx: Tx,
  review: {
    redemptionId: string;
    decision: Verdict;
    text?: string | undefined;
    owedPoints?: number | undefined;
    adminId: string;
  },
): Promise<{ owedPoints: number }> {
  const { redemptionId, decision, text = null, owedPoints = 0, adminId } = review;
  const held = await lockHeld(tx, redemptionId);
  if (!held) {
    const known = await tx
      .selectFrom('riskReviews')
      .select('redemptionId')
      .where('redemptionId', '=', redemptionId)
      .executeTakeFirst();
    throw new Refusal(known ? 'review_decided' : 'not_found');
  }
  if (held.userId === adminId) throw new Refusal('approval_own');
  if (decision === 'refund' && text === null) {
    throw new Refusal('invalid_input', { fields: { text: fault('required') } });
  }
  let owed = 0;
  if (decision === 'pay') {
    await refuseStopped(tx, held.userId);
    owed = await refuseUnseenDebt(tx, held.userId, owedPoints);
  }
  await carryOut(tx, held, { decision, adminId, note: text });
  return { owedPoints: owed };
}

/**
 * Decides a review whose time is over as the settings say. The points always go back if the member has left or is
 * stopped, so that nothing is paid out against a person's decision, and if the member owes points, which they then pay
 * back. Does nothing if the review was decided.
 */
export async function endReview(tx: Tx, redemptionId: string, undecided: Verdict): Promise<void> {
  const held = await lockHeld(tx, redemptionId);
  if (!held) return;
  const { rows } = await sql<{ stopped: boolean; owes: boolean }>`
    select paused_at is not null or suspended_at is not null or erased_at is not null as stopped, points < 0 as owes
    from users where id = ${held.userId}`.execute(tx);
  const { stopped, owes } = rows[0] ?? {};
  const byNobody = { adminId: null, note: null };
  if (undecided === 'pay' && !stopped && !owes) return carryOut(tx, held, { ...byNobody, decision: 'pay' });
  const lapse = stopped ? 'review_stopped' : 'review_lapsed';
  await carryOut(tx, held, { ...byNobody, decision: 'refund', lapse });
}

/** Pays out a redemption whose reward exists, as somebody had decided so. Does nothing if it does not wait for a decision. */
export async function payMade(tx: Tx, redemptionId: string): Promise<void> {
  const held = await lockHeld(tx, redemptionId);
  if (held) await carryOut(tx, held, { decision: 'pay', adminId: null, note: null });
}

/** Locks and returns the redemption if it waits for a decision. */
async function lockHeld(tx: Tx, id: string): Promise<Held | undefined> {
  await lockMemberOf(tx, 'card_redemptions', id);
  return tx
    .selectFrom('cardRedemptions')
    .select(['id', 'userId', 'amountCents', 'pointsUsed', 'unansweredSince'])
    .where('id', '=', id)
    .where('status', '=', 'review')
    .where('reason', '=', 'risk_review')
    .forUpdate()
    .executeTakeFirst();
}

async function carryOut(tx: Tx, held: Held, outcome: Outcome): Promise<void> {
  const { decision, adminId, note, lapse = null } = outcome;
  await tx
    .updateTable('riskReviews')
    .set({ decision, decidedAt: sql`now()`, decidedBy: adminId, note })
    .where('redemptionId', '=', held.id)
    .execute();
  // Since the backup of a restored site somebody may have decided to pay: its run looks for that reward first.
  const goesOn = decision === 'pay' || held.unansweredSince !== null;
  const status = goesOn ? 'pending' : 'failed';
  await tx
    .updateTable('cardRedemptions')
    .set({ status, reason: goesOn ? null : 'review_returned', exactReason: lapse })
    .where('id', '=', held.id)
    .execute();
  announce(tx, held.userId, { type: 'redemption', data: { id: held.id, status } });
  if (decision === 'pay') return enqueueFulfilment(tx, held.id);
  if (goesOn) return refuse(tx, held.id, { text: note, adminId });
  await refundPoints(tx, held, adminId === null ? 'system' : `admin:${adminId}`);
  await tellRefund(tx, held, outcome);
}

async function tellRefund(tx: Tx, held: Held, { note, lapse }: Outcome): Promise<void> {
  const { id, userId, amountCents, pointsUsed: points } = held;
  const data = { redemptionId: id, amountCents, points };
  const key = `review_refunded:${id}`;
  if (lapse) await notify(tx, { key, userId, kind: lapse, data });
  else await notify(tx, { key, userId, kind: 'review_refunded', data: { ...data, text: note ?? '' } });
}
