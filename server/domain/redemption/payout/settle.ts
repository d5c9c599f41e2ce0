import { sql } from 'kysely';
import type { RedemptionReason, Reveal } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { notify } from '#domain/notices/index.ts';
import { tellAwardFailed, tellAwardIssued } from '#domain/redemption/awards/awards.ts';
import { OWN_PROVIDERS } from '#domain/redemption/ports.ts';
import type { Lapse } from '#domain/redemption/reviews/decide.ts';
import { GIVEN_UP, HELD, OWN } from '#domain/redemption/states.ts';
import { payOut, refundPoints } from '#domain/redemption/transfers.ts';
import { askForCheck } from './check-reward.ts';
import type { Lease } from './lease.ts';
import { enqueueFulfilment } from './schedule.ts';
import { isLate, type Wait, waitAfter } from './waiting.ts';

/** Pause before the next run if the redemption was woken during the last one. */
const WOKEN_PAUSE_MS = 1_000;

/** The ways in which a run ends, each in one commit. All do nothing once another worker has taken the lease over. */

/**
 * Records the issued card, and posts the held points and the cents of the member's card. A message that came during the run
 * may say that the reward was taken back, so it is checked then.
 */
export async function markIssued(
  tx: Tx,
  lease: Lease,
  card: { ref: string; reveal: Reveal; expiresAt?: Date },
): Promise<void> {
  await lockMember(tx, lease.userId);
  const { awardId } = lease;
  // Not for a member who has left: it was emptied then.
  const chosen = sql<string | null>`case when erased_at is null then ${lease.cardTier} end`;
  const tier = awardId === null ? {} : { cardTierLastChosen: chosen };
  const issued = await tx
    .with('issued', (db) =>
      db
        .updateTable('cardRedemptions')
        .set({
          status: 'issued',
          providerRef: card.ref,
          stripeCardId: card.reveal === 'elements' ? card.ref : null,
          reveal: card.reveal,
          issuedAt: sql`now()`,
          expiresAt: card.expiresAt ?? null,
          reason: null,
          exactReason: null,
          leasedUntil: null,
          unansweredSince: null,
          lastUnansweredAt: null,
        })
        .where('id', '=', lease.id)
        .where('attempts', '=', lease.attempt)
        .where('status', 'in', HELD)
        // A person may have ended it meanwhile; an own reward is deleted then.
        .where(
          sql<boolean>`not (provider in ${OWN} and exists (
            select from fulfilments f where f.redemption_id = card_redemptions.id and f.decision = 'refused'))`,
        )
        .returning(['id', 'userId', 'woken']),
    )
    .with('rewarded', (db) =>
      db
        .updateTable('users')
        .set({ lastRewardedAt: sql`now()`, ...tier })
        .where('id', 'in', (issued) => issued.selectFrom('issued').select('userId')),
    )
    .selectFrom('issued')
    .select('woken')
    .executeTakeFirst();
  if (!issued) return;
  await dropRefusal(tx, lease);
  await payOut(tx, lease);
  if (issued.woken) await askForCheck(tx, lease.id);
  announce(tx, lease.userId, { type: 'redemption', data: { id: lease.id, status: 'issued' } });
  if (awardId !== null) return tellAwardIssued(tx, lease, awardId);
  await notify(tx, { ...noticeOf(lease), key: `redemption_issued:${lease.id}`, kind: 'redemption_issued' });
}

/** Deletes a refusal that came after the provider had made the reward. */
async function dropRefusal(tx: Tx, { id, provider }: Lease): Promise<void> {
  if (OWN_PROVIDERS.includes(provider)) return;
  await tx
    .deleteFrom('fulfilments')
    .where('redemptionId', '=', id)
    .where('decision', '=', 'refused')
    .execute();
}

/** The provider refused and nothing spendable exists, so the points go back in the same commit. */
export async function markFailed(
  tx: Tx,
  lease: Lease,
  why: Extract<RedemptionReason, 'provider_refused' | 'staff_refused'> | 'member_left',
): Promise<void> {
  await lockMember(tx, lease.userId);
  const reason = why === 'member_left' ? 'staff_refused' : why;
  const failed = await tx
    .updateTable('cardRedemptions')
    .set({ status: 'failed', reason, leasedUntil: null, unansweredSince: null, lastUnansweredAt: null })
    .where('id', '=', lease.id)
    .where('attempts', '=', lease.attempt)
    .where('status', 'in', HELD)
    .returning('exactReason')
    .executeTakeFirst();
  if (!failed) return;
  if (why === 'member_left') await noteLeft(tx, lease);
  announce(tx, lease.userId, { type: 'redemption', data: { id: lease.id, status: 'failed' } });
  if (lease.awardId === null) await refundPoints(tx, lease, 'system');
  // Its member gave it up, and knows.
  if (failed.exactReason === GIVEN_UP) return;
  await tellFailure(tx, lease, failed.exactReason as Lapse | null);
}

/** It stands as one that was ended in the transaction in which its member left: refused by nobody, at that time. */
async function noteLeft(tx: Tx, { id, userId }: Lease): Promise<void> {
  await sql`
    insert into fulfilments as f (redemption_id, decision, decided_at)
    select ${id}, 'refused', erased_at from users where id = ${userId} and erased_at is not null
    on conflict (redemption_id) do update set decision = 'refused', decided_at = excluded.decided_at
      where f.decided_by is null and f.decision is distinct from 'fulfilled'`.execute(tx);
}

/** Tells the member, in the words of the person who refused it, if one did, or why nobody decided. */
async function tellFailure(tx: Tx, lease: Lease, lapse: Lapse | null): Promise<void> {
  const { userId, data } = noticeOf(lease);
  const refusal = await tx
    .selectFrom('fulfilments')
    .select('message')
    .where('redemptionId', '=', lease.id)
    .executeTakeFirst();
  const text = refusal?.message ?? null;
  if (lease.awardId !== null) return tellAwardFailed(tx, lease, lease.awardId, text);
  const key = `redemption_failed:${lease.id}`;
  if (text) await notify(tx, { key, userId, kind: 'redemption_refused', data: { ...data, text } });
  else await notify(tx, { key, userId, kind: lapse ?? 'redemption_failed', data });
}

/**
 * Ends the lease because the member is paused or suspended, or a person has ended the redemption, which starts its next run.
 * While an earlier call is unanswered, lookups continue. Otherwise nothing is under way, and a sweep enqueues the redemption
 * once the member may be paid again.
 */
export async function markStopped(tx: Tx, lease: Lease): Promise<void> {
  if (lease.unansweredSince !== null) return markWaiting(tx, lease, waitAfter(lease, { t: 'absent' }, false));
  const stopped = await tx
    .updateTable('cardRedemptions')
    .set({
      status: 'processing',
      reason: null,
      stoppedAt: sql`now()`,
      leasedUntil: sql`now()`,
      resting: true,
    })
    .where('id', '=', lease.id)
    .where('attempts', '=', lease.attempt)
    .where('status', 'in', HELD)
    .returning('woken')
    .executeTakeFirst();
  if (!stopped) return;
  if (stopped.woken) await enqueueFulfilment(tx, lease.id);
  announce(tx, lease.userId, { type: 'redemption', data: { id: lease.id, status: 'processing' } });
}

/** Ends the lease until the next run, which is enqueued in the same commit. */
export async function markWaiting(tx: Tx, lease: Lease, wait: Wait): Promise<void> {
  await lockMember(tx, lease.userId);
  // Jobs have whole milliseconds, and the next run must not come before the lease ends.
  const { rows } = await sql<{ leasedUntil: Date; entered: boolean }>`
    update card_redemptions r set
      status = ${wait.status}, reason = ${wait.reason},
      provider_ref = coalesce(${wait.ref}, r.provider_ref),
      unanswered_since = ${wait.unansweredSince}::timestamptz,
      last_unanswered_at = ${wait.lastUnansweredAt}::timestamptz, resting = true,
      leased_until = date_trunc('milliseconds', now()) + make_interval(
        secs => case when r.woken then ${WOKEN_PAUSE_MS / 1000}::double precision else ${wait.ms / 1000} end)
    from card_redemptions before
    where before.id = r.id and r.id = ${lease.id} and r.attempts = ${lease.attempt}
      and r.status in ${HELD}
    returning r.leased_until, (before.status, before.reason) is distinct from (r.status, r.reason) as entered`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) return;
  await enqueueFulfilment(tx, lease.id, { runAt: row.leasedUntil });
  if (row.entered) {
    announce(tx, lease.userId, { type: 'redemption', data: { id: lease.id, status: wait.status } });
  }
  await tellWait(tx, lease, wait, row.entered);
}

/** Each notice is sent once. A member who gives the missing details at once gets no notice about them. */
async function tellWait(tx: Tx, lease: Lease, wait: Wait, entered: boolean): Promise<void> {
  // It was ended, and waits for its last look-up alone: its end is told.
  if (lease.endedAt) return;
  if (wait.reason === 'details_needed') {
    if (entered) return;
    const key = `redemption_details:${lease.id}`;
    await notify(tx, { ...noticeOf(lease), key, kind: 'redemption_details' });
    return;
  }
  // The notices speak of held points, and an award has none.
  if (lease.awardId !== null) return;
  if (wait.status === 'review') {
    const key = `redemption_in_review:${lease.id}`;
    await notify(tx, { ...noticeOf(lease), key, kind: 'redemption_in_review' });
  } else if (isLate(lease)) {
    const key = `redemption_late:${lease.id}`;
    await notify(tx, { ...noticeOf(lease), key, kind: 'redemption_late' });
  }
}

/** The recipient and the data of a notice about the redemption. */
const noticeOf = ({ id, userId, amountCents, pointsUsed }: Lease) => ({
  userId,
  data: { redemptionId: id, amountCents, points: pointsUsed },
});
