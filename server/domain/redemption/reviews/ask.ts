import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMemberOf } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notify } from '#domain/notices/index.ts';
import { MAY_REVIEW } from './reviewer.ts';

interface OpenReview {
  userId: string;
  /** Null also if the assigned admin may decide reviews no more. */
  ownerId: string | null;
  ownerName: string | null;
  question: string | null;
  answer: string | null;
  amountCents: number;
  pointsUsed: number;
}

/**
 * Asks the member one question, which the member answers on the site. Throws Refusal not_found, approval_own,
 * review_decided, review_asked.
 */
export async function askMember(
  tx: Tx,
  { redemptionId, text, adminId }: { redemptionId: string; text: string; adminId: string },
): Promise<{ userId: string }> {
  const review = await lockOpen(tx, redemptionId);
  if (review.userId === adminId) throw new Refusal('approval_own');
  if (review.question !== null) throw new Refusal('review_asked');
  await tx
    .updateTable('riskReviews')
    .set({ question: text, askedAt: sql`now()`, askedBy: adminId, ownerId: review.ownerId ?? adminId })
    .where('redemptionId', '=', redemptionId)
    .execute();
  const { userId, amountCents, pointsUsed: points } = review;
  announce(tx, userId, { type: 'redemption', data: { id: redemptionId, status: 'review' } });
  await notify(tx, {
    key: `redemption_question:${redemptionId}`,
    userId,
    kind: 'redemption_question',
    data: { redemptionId, amountCents, points, text },
  });
  return { userId };
}

/** Stores the member's answer, once. Throws Refusal not_found, review_decided, review_not_asked, review_answered. */
export async function answerReview(
  tx: Tx,
  { redemptionId, text, memberId }: { redemptionId: string; text: string; memberId: string },
): Promise<void> {
  const review = await lockOpen(tx, redemptionId, memberId);
  if (review.question === null) throw new Refusal('review_not_asked');
  if (review.answer !== null) throw new Refusal('review_answered');
  await tx
    .updateTable('riskReviews')
    .set({ answer: text, answeredAt: sql`now()` })
    .where('redemptionId', '=', redemptionId)
    .execute();
}

/**
 * Assigns the review to one admin, as shown to the others, or ends the assignment. Throws Refusal not_found,
 * approval_own, review_decided, review_taken.
 */
export async function assignReview(
  tx: Tx,
  { redemptionId, taken, adminId }: { redemptionId: string; taken: boolean; adminId: string },
): Promise<{ userId: string }> {
  const { userId, ownerId, ownerName } = await lockOpen(tx, redemptionId);
  if (userId === adminId) throw new Refusal('approval_own');
  if (ownerId !== null && ownerId !== adminId) {
    throw new Refusal('review_taken', { details: { name: ownerName ?? '' } });
  }
  await tx
    .updateTable('riskReviews')
    .set({ ownerId: taken ? adminId : null })
    .where('redemptionId', '=', redemptionId)
    .execute();
  return { userId };
}

/** Locks and returns an undecided review; for a member only their own. */
async function lockOpen(tx: Tx, redemptionId: string, memberId?: string): Promise<OpenReview> {
  await lockMemberOf(tx, 'card_redemptions', redemptionId);
  const redemption = await tx
    .selectFrom('cardRedemptions')
    .select(['userId', 'amountCents', 'pointsUsed'])
    .where('id', '=', redemptionId)
    .$if(memberId !== undefined, (query) => query.where('userId', '=', memberId ?? ''))
    .forUpdate()
    .executeTakeFirst();
  if (!redemption) throw new Refusal('not_found');
  const review = await tx
    .selectFrom('riskReviews')
    .leftJoin('users as owner', (join) => join.onRef('owner.id', '=', 'ownerId').on(MAY_REVIEW))
    .select(['owner.id as ownerId', 'owner.name as ownerName', 'question', 'answer', 'decision'])
    .where('redemptionId', '=', redemptionId)
    .executeTakeFirst();
  if (!review) throw new Refusal('not_found');
  if (review.decision) throw new Refusal('review_decided');
  return { ...redemption, ...review };
}
