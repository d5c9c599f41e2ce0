import { sql } from 'kysely';
import type { RedemptionStatus } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMember, lockMemberOf } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { memberAccount } from '#domain/ledger/index.ts';
import {
  GIVEN_UP,
  GOES_ON,
  IS_DECIDED,
  IS_OPEN,
  IS_STUCK,
  IS_UNMADE,
  WAITS_FOR_MEMBER,
} from '#domain/redemption/states.ts';
import { refundPoints } from '#domain/redemption/transfers.ts';
import { enqueueFulfilment, wakeRedemption } from './schedule.ts';
import { readStop } from './stop.ts';

/**
 * Ends an open redemption that is stuck, or whose member is paused or suspended. Its next run, which starts at once,
 * returns the points as soon as nothing of the reward can be spent. The member reads the text. Refused for the admin's own
 * redemption; a review is decided elsewhere. Throws Refusal not_found, approval_own, redemption_not_stopped, and
 * fulfilment_decided if its code was already given or a person has ended it.
 */
export async function endRedemption(
  tx: Tx,
  { redemptionId, text, adminId }: { redemptionId: string; text: string; adminId: string },
): Promise<{ userId: string }> {
  await lockMemberOf(tx, 'card_redemptions', redemptionId);
  const { rows } = await sql<{ userId: string; open: boolean; stuck: boolean; decided: boolean }>`
    select user_id, ${GOES_ON} as open, ${IS_STUCK} as stuck, ${IS_DECIDED} as decided
    from card_redemptions r left join fulfilments f on f.redemption_id = r.id
    where r.id = ${redemptionId} for no key update of r`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found');
  const { userId } = row;
  if (userId === adminId) throw new Refusal('approval_own');
  if (row.open && row.decided) throw new Refusal('fulfilment_decided');
  if (!row.open || !(row.stuck || (await readStop(tx, userId)))) throw new Refusal('redemption_not_stopped');
  await refuse(tx, redemptionId, { text, adminId });
  return { userId };
}

/**
 * Ends the member's own redemption that waits for their details: its points are back in the same commit. Returns false if it
 * does not wait for them, or if an earlier call may have made a reward, as in a restored site, or a run makes one now: then
 * nothing more is asked for, and the next run looks first. Throws Refusal not_found.
 */
export async function endOwnRedemption(tx: Tx, memberId: string, redemptionId: string): Promise<boolean> {
  await lockMember(tx, memberId);
  const own = await tx
    .selectFrom('cardRedemptions')
    .select(['id', 'userId', 'pointsUsed'])
    .where('id', '=', redemptionId)
    .where('userId', '=', memberId)
    .executeTakeFirst();
  if (!own) throw new Refusal('not_found');
  const { rows } = await sql`
    update card_redemptions r set status = 'failed', leased_until = null, last_unanswered_at = null
    where r.id = ${redemptionId} and ${WAITS_FOR_MEMBER} and r.resting and r.award_id is null
      and not exists (select from fulfilments f where f.redemption_id = r.id and f.decision = 'refused')
    returning r.id`.execute(tx);
  if (rows.length === 0) {
    await endAfterLookup(tx, memberId, redemptionId);
    return false;
  }
  announce(tx, memberId, { type: 'redemption', data: { id: redemptionId, status: 'failed' } });
  await refundPoints(tx, own, memberAccount(memberId));
  return true;
}

/** Does nothing if the redemption does not wait for the member's details, or is ended already. */
async function endAfterLookup(tx: Tx, memberId: string, redemptionId: string): Promise<void> {
  const { rows } = await sql<{ status: RedemptionStatus }>`
    update card_redemptions r set reason = null, exact_reason = ${GIVEN_UP}
    where r.id = ${redemptionId} and ${IS_OPEN} and r.reason = 'details_needed' and r.award_id is null
      and not exists (select from fulfilments f where f.redemption_id = r.id and f.decision = 'refused')
    returning r.status`.execute(tx);
  const [row] = rows;
  if (!row) return;
  await refuse(tx, redemptionId, { text: null, adminId: null });
  announce(tx, memberId, { type: 'redemption', data: { id: redemptionId, status: row.status } });
}

/**
 * Ends those open redemptions of a member who leaves that the site itself has not made yet, as nobody could take them, and
 * if the member is paused or suspended the others too. Those that wait for a decision stay open until it.
 */
export async function endOnLeaving(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select r.id from card_redemptions r join users u on u.id = r.user_id
      left join fulfilments f on f.redemption_id = r.id
    where r.user_id = ${userId} and ${GOES_ON}
      and (u.paused_at is not null or u.suspended_at is not null or ${IS_UNMADE})
      and not exists (select from voucher_codes v where v.redemption_id = r.id)
    order by r.id`.execute(tx);
  for (const { id } of rows) await refuse(tx, id, { text: null, adminId: null });
}

/**
 * Refuses the redemption, and deletes a reward that a person made and its owner has not seen. Its next run, which starts at
 * once, returns the points as soon as nothing of the reward can be spent.
 */
export async function refuse(
  tx: Tx,
  redemptionId: string,
  { text, adminId }: { text: string | null; adminId: string | null },
): Promise<void> {
  await sql`
    insert into fulfilments as f (redemption_id, decision, decided_by, decided_at, message)
    values (${redemptionId}, 'refused', ${adminId}, now(), ${text})
    on conflict (redemption_id) do update set decision = 'refused', decided_by = excluded.decided_by, decided_at = now(),
      message = excluded.message, reveal = null, sealed = null, fingerprint = null, expires_at = null`.execute(
    tx,
  );
  await wakeRedemption(tx, redemptionId);
  await enqueueFulfilment(tx, redemptionId);
}
