import type { Tx } from '#database/client.ts';
import {
  type AwardRequest,
  awardedLately,
  holdAward,
  recordAward,
  type Serving,
  startAward,
} from '../../redemption/index.ts';
import { askForApproval } from './ask.ts';
import { type Standing, standingOf } from './standing.ts';

export interface AwardSettings {
  /** Awards of so many whole US cents wait for a second admin. */
  secondApprovalCents: number;
  /** Who makes which reward. */
  serving: Serving;
}

/**
 * Gives a member a card, at once or after a second admin's approval: for large amounts, for what reaches them together
 * with the admin's other awards to this member within a day, and for an award to oneself. A repeat of the same request
 * changes nothing. Throws Refusal not_found, member_suspended, member_paused, request_id_reused,
 * award_unavailable.
 */
export async function requestAward(
  tx: Tx,
  request: AwardRequest,
  settings: AwardSettings,
): Promise<{ id: string; standing: Standing; amountUsd: number }> {
  const { award, isNew } = await recordAward(tx, request);
  const { id, cardTier, amountUsd } = award;
  if (!isNew) return { id, amountUsd, standing: standingOf(award.status) };
  const needsApproval =
    request.adminId === request.memberId ||
    (await awardedLately(tx, request)) >= settings.secondApprovalCents;
  if (!needsApproval) {
    await startAward(tx, award, settings.serving);
    return { id, amountUsd, standing: 'done' };
  }
  await holdAward(tx, id, 'awaiting_approval');
  await askForApproval(tx, {
    kind: 'award',
    subjectId: id,
    userId: request.memberId,
    payload: { cardTier, amountUsd },
    requestedBy: request.adminId,
    reason: request.reason,
  });
  return { id, amountUsd, standing: 'awaiting_approval' };
}
