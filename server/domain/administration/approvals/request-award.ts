import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  type AwardRequest,
  holdAward,
  recordAward,
  type Serving,
  startAward,
} from '#domain/redemption/index.ts';
import { lockAllowance, takeAllowance } from './allowance.ts';
import { askForApproval } from './ask.ts';
import { type Standing, standingOf } from './standing.ts';
import type { Asking, TwoPeople } from './two-people.ts';

export interface AwardSettings {
  twoPeople: TwoPeople;
  /** Which provider makes which reward. */
  serving: Serving;
}

/**
 * Gives a member a card, at once or after a second admin's approval. Approval is needed for large amounts, alone or
 * together with the admin's other awards to this member within a day, and for more than the admin may move alone. A
 * repeated request changes nothing. Throws Refusal approval_own, not_found, member_suspended, member_paused,
 * request_id_reused, award_unavailable, person_required.
 */
export async function requestAward(
  tx: Tx,
  request: AwardRequest & Asking,
  { twoPeople, serving }: AwardSettings,
): Promise<{ id: string; standing: Standing; amountCents: number }> {
  const { adminId, memberId } = request;
  if (adminId === memberId) throw new Refusal('approval_own');
  await lockAllowance(tx, adminId);
  const { award, isNew } = await recordAward(tx, request);
  const { id, cardTier, amountCents } = award;
  if (!isNew) return { id, amountCents, standing: standingOf(award.status) };
  const spending = { adminId, kind: 'award', subjectId: id, points: amountCents } as const;
  const alone =
    (await awardedLately(tx, request)) < twoPeople.awardCents &&
    (await takeAllowance(tx, spending, twoPeople));
  if (alone) {
    await startAward(tx, award, serving);
    return { id, amountCents, standing: 'done' };
  }
  await holdAward(tx, id, 'awaiting_approval');
  const asked = {
    kind: 'award',
    subjectId: id,
    userId: memberId,
    payload: { cardTier, amountCents },
  } as const;
  await askForApproval(tx, { ...asked, reason: request.reason }, request);
  return { id, amountCents, standing: 'awaiting_approval' };
}

/** Whole US cents that this admin gave this member within the last day without a second admin. */
async function awardedLately(
  tx: Tx,
  { adminId, memberId }: Pick<AwardRequest, 'adminId' | 'memberId'>,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::integer as cents from cash_rewards c
    where user_id = ${memberId} and awarded_by = ${adminId} and created_at > now() - interval '1 day'
      and not exists (select from approvals a where a.subject_id = c.id)`.execute(tx);
  return rows[0]?.cents ?? 0;
}
