import { randomUUID } from 'node:crypto';
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
 * repeated request changes nothing; one without an id repeats the same award to the same member within 10 minutes. Throws Refusal approval_own, not_found, member_suspended, member_paused,
 * request_id_reused, award_unavailable, person_required.
 */
export async function requestAward(
  tx: Tx,
  asked: Omit<AwardRequest, 'requestId'> & Asking & { requestId: string | undefined },
  { twoPeople, serving }: AwardSettings,
): Promise<{ id: string; standing: Standing; amountCents: number }> {
  const { adminId, memberId } = asked;
  if (adminId === memberId) throw new Refusal('approval_own');
  await lockAllowance(tx, adminId);
  const request = { ...asked, requestId: asked.requestId ?? (await ownRequestId(tx, asked)) };
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
  const question = {
    kind: 'award',
    subjectId: id,
    userId: memberId,
    payload: { cardTier, amountCents },
  } as const;
  await askForApproval(tx, { ...question, reason: request.reason ?? '' }, request);
  return { id, amountCents, standing: 'awaiting_approval' };
}

/**
 * The id of a request that brings none: that of the same award without an id in the last minutes, so that a repeat after a lost
 * answer does not pay twice, else a new one. The admin's allowance is locked, so their requests come one after the other.
 */
async function ownRequestId(
  tx: Tx,
  { adminId, memberId, cardTier, reason }: Omit<AwardRequest, 'requestId'>,
): Promise<string> {
  const earlier = await tx
    .selectFrom('cashRewards')
    .select('requestId')
    .where('awardedBy', '=', adminId)
    .where('userId', '=', memberId)
    .where('cardTier', '=', cardTier)
    .where('reason', 'is not distinct from', reason)
    .where('requestId', 'like', `${OWN_REQUEST}%`)
    .where('createdAt', '>', sql<Date>`now() - make_interval(mins => ${REPEAT_MINUTES})`)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return earlier?.requestId ?? `${OWN_REQUEST}${randomUUID()}`;
}

const OWN_REQUEST = 'default-';
const REPEAT_MINUTES = 10;

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
