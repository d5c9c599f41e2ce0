import { sql } from 'kysely';
import type { RedemptionReason, Reveal } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import {
  memberAccount,
  PAYOUTS_HELD,
  PAYOUTS_PAID,
  post,
  readTransfer,
  type Transfer,
} from '#domain/ledger/index.ts';
import { notify } from '#domain/notices/index.ts';
import { awardTransfer, tellAward } from '#domain/redemption/awards/awards.ts';
import { OWN_PROVIDERS } from '#domain/redemption/ports.ts';
import { HELD } from '#domain/redemption/states.ts';
import type { Claim } from './lease.ts';
import { enqueueFulfilment } from './schedule.ts';
import { type Wait, waitAfter } from './waiting.ts';

/** The pause where news came while the worker was at it. */
const WOKEN_PAUSE_MS = 1_000;

/** The ends of one run, each a step of its own commit. All do nothing once another worker has taken the claim over. */

/** The card exists: the held points and the cents of the member's card are posted. */
export async function markIssued(
  tx: Tx,
  claim: Claim,
  card: { ref: string; reveal: Reveal; expiresAt?: Date },
): Promise<void> {
  await lockMember(tx, claim.userId);
  const issued = await tx
    .updateTable('cardRedemptions')
    .set({
      status: 'issued',
      providerRef: card.ref,
      stripeCardId: card.reveal === 'elements' ? card.ref : null,
      reveal: card.reveal,
      issuedAt: sql`now()`,
      expiresAt: card.expiresAt ?? null,
      reason: null,
      leasedUntil: null,
      unansweredSince: null,
    })
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempt)
    .where('status', 'in', HELD)
    .returning('id')
    .executeTakeFirst();
  if (!issued) return;
  await dropRefusal(tx, claim);
  const { awardId } = claim;
  await post(tx, awardId === null ? paymentOf(claim) : [awardTransfer(claim)]);
  await tx
    .updateTable('users')
    .set({ lastRewardedAt: sql`now()`, ...(awardId === null ? {} : { cardTierLastChosen: claim.cardTier }) })
    .where('id', '=', claim.userId)
    .execute();
  await announce(tx, claim.userId, { type: 'redemption', data: { id: claim.id, status: 'issued' } });
  if (awardId !== null) return tellAward(tx, claim, awardId, 'award_issued');
  await notify(tx, { ...noticeOf(claim), key: `redemption_issued:${claim.id}`, kind: 'redemption_issued' });
}

/** A person who ended what a provider had made already came too late. Of the site's own rewards that cannot be. */
async function dropRefusal(tx: Tx, { id, provider }: Claim): Promise<void> {
  if (OWN_PROVIDERS.includes(provider)) return;
  await tx
    .deleteFrom('fulfilments')
    .where('redemptionId', '=', id)
    .where('decision', '=', 'refused')
    .execute();
}

function paymentOf(claim: Claim): Transfer[] {
  const common = { kind: 'payout', reference: claim.id, actor: 'system' } as const;
  return [
    {
      ...common,
      key: `payout:${claim.id}`,
      unit: 'points',
      from: PAYOUTS_HELD,
      to: PAYOUTS_PAID,
      amount: claim.pointsUsed,
    },
    {
      ...common,
      key: `cash:${claim.id}`,
      unit: 'cents',
      from: PAYOUTS_PAID,
      to: memberAccount(claim.userId),
      amount: claim.amountUsd,
    },
  ];
}

/** The provider refused and nothing spendable exists: the points go back in the same commit. */
export async function markFailed(
  tx: Tx,
  claim: Claim,
  reason: Extract<RedemptionReason, 'provider_refused' | 'staff_refused'>,
): Promise<void> {
  await lockMember(tx, claim.userId);
  const failed = await tx
    .updateTable('cardRedemptions')
    .set({ status: 'failed', reason, leasedUntil: null, unansweredSince: null })
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempt)
    .where('status', 'in', HELD)
    .returning('id')
    .executeTakeFirst();
  if (!failed) return;
  await announce(tx, claim.userId, { type: 'redemption', data: { id: claim.id, status: 'failed' } });
  if (claim.awardId !== null) return tellAward(tx, claim, claim.awardId, 'award_failed');
  await refundPoints(tx, claim, 'system');
  await tellFailure(tx, claim);
}

/** With the words of the person who refused it, where there was one. */
async function tellFailure(tx: Tx, claim: Claim): Promise<void> {
  const { userId, data } = noticeOf(claim);
  const refusal = await tx
    .selectFrom('fulfilments')
    .select('message')
    .where('redemptionId', '=', claim.id)
    .executeTakeFirst();
  const text = refusal?.message;
  await notify(tx, {
    key: `redemption_failed:${claim.id}`,
    userId,
    ...(text ? { kind: 'redemption_refused', data: { ...data, text } } : { kind: 'redemption_failed', data }),
  });
}

/** Gives the points of a redemption back by a transfer that takes the debit back. */
export async function refundPoints(
  tx: Tx,
  redemption: Pick<Claim, 'id' | 'userId' | 'pointsUsed'>,
  actor: string,
): Promise<void> {
  const debit = await readTransfer(tx, `redemption:${redemption.id}`);
  const [posted] = await post(tx, [
    {
      key: `refund:${redemption.id}`,
      unit: 'points',
      from: PAYOUTS_HELD,
      to: memberAccount(redemption.userId),
      amount: redemption.pointsUsed,
      kind: 'refund',
      reference: redemption.id,
      reverses: debit.id,
      actor,
    },
  ]);
  await announce(tx, redemption.userId, {
    type: 'balance',
    data: { points: posted?.balanceAfter ?? 0, change: redemption.pointsUsed },
  });
}

/**
 * Gives the claim back because its member is paused or suspended. While an earlier call may still be answered it is looked
 * for, as ever; otherwise nothing is under way, and a sweep goes on with it once the member may be paid again.
 */
export async function markStopped(tx: Tx, claim: Claim): Promise<void> {
  if (claim.unansweredSince !== null)
    return markWaiting(tx, claim, waitAfter(claim, { t: 'absent' }, 'lookup'));
  const stopped = await tx
    .updateTable('cardRedemptions')
    .set({
      status: 'processing',
      reason: null,
      stoppedAt: sql`now()`,
      leasedUntil: sql`now()`,
      resting: true,
    })
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempt)
    .where('status', 'in', HELD)
    .returning('status')
    .executeTakeFirst();
  if (!stopped) return;
  await announce(tx, claim.userId, { type: 'redemption', data: { id: claim.id, status: 'processing' } });
}

/** Gives the claim back until its next run, which is asked for in the same commit. */
export async function markWaiting(tx: Tx, claim: Claim, wait: Wait): Promise<void> {
  await lockMember(tx, claim.userId);
  // Whole milliseconds, as the job's time has: its run must not come before the lease ends.
  const { rows } = await sql<{ leasedUntil: Date; entered: boolean }>`
    update card_redemptions r set
      status = ${wait.status}, reason = ${wait.reason},
      provider_ref = coalesce(${wait.ref}, r.provider_ref),
      unanswered_since = ${wait.unansweredSince}::timestamptz, resting = true,
      leased_until = date_trunc('milliseconds', now()) + make_interval(
        secs => case when r.woken then ${WOKEN_PAUSE_MS / 1000}::double precision else ${wait.ms / 1000} end)
    from card_redemptions before
    where before.id = r.id and r.id = ${claim.id} and r.attempts = ${claim.attempt}
      and r.status in ${HELD}
    returning r.leased_until, (before.status, before.reason) is distinct from (r.status, r.reason) as entered`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) return;
  await enqueueFulfilment(tx, claim.id, { runAt: row.leasedUntil });
  if (row.entered) {
    await announce(tx, claim.userId, { type: 'redemption', data: { id: claim.id, status: wait.status } });
  }
  await tellWait(tx, claim, wait, row.entered);
}

/** Each once. Who is asked for details may be looking at the screen, and is told only when they are missing still. */
async function tellWait(tx: Tx, claim: Claim, wait: Wait, entered: boolean): Promise<void> {
  if (wait.reason === 'details_needed') {
    if (entered) return;
    const key = `redemption_details:${claim.id}`;
    await notify(tx, { ...noticeOf(claim), key, kind: 'redemption_details' });
    return;
  }
  // Its text speaks of held points, which an award has none of.
  if (wait.status === 'review' && claim.awardId === null) {
    const key = `redemption_in_review:${claim.id}`;
    await notify(tx, { ...noticeOf(claim), key, kind: 'redemption_in_review' });
  }
}

/** Whom the outcome of a redemption is told, and what of it. */
const noticeOf = ({ id, userId, amountUsd, pointsUsed }: Claim) => ({
  userId,
  data: { redemptionId: id, amountUsd, points: pointsUsed },
});
