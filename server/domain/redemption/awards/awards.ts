import { sql } from 'kysely';
import { REDEMPTION_PROMISE_HOURS, type RedemptionStatus } from '#contract/redemptions.values.ts';
import { CARD_TIER_USD, type CardTier } from '#contract/rewards.values.ts';
import type { Database, Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { notify } from '#domain/notices/index.ts';
import { keptOf, providerOf, readReward, type Serving } from '#domain/redemption/catalogue/rewards.ts';
import { enqueueFulfilment } from '#domain/redemption/payout/schedule.ts';

/** Cash that an admin gives a member. The browser makes the request id; a repeat of it names the same award. */
export interface AwardRequest {
  memberId: string;
  adminId: string;
  requestId: string;
  cardTier: CardTier;
  /** Shown to the member; null for none. */
  reason: string | null;
}

/** An award as stored in `cash_rewards`; amounts are whole US cents. */
export interface Award {
  id: string;
  userId: string;
  cardTier: CardTier;
  amountCents: number;
  /** `awaiting_approval`, `declined`, or the state of its redemption. */
  status: RedemptionStatus | 'awaiting_approval' | 'declined';
}

/**
 * Records an award without paying it. `isNew` is false for a repeat of the same request. Throws Refusal not_found,
 * member_suspended, member_paused, request_id_reused.
 */
export async function recordAward(tx: Tx, request: AwardRequest): Promise<{ award: Award; isNew: boolean }> {
  // Makes awards to one member wait for each other.
  await lockMember(tx, request.memberId);
  const earlier = await findAward(tx, request);
  if (earlier) return { award: earlier, isNew: false };
  await checkRecipient(tx, request.memberId);
  const inserted = await tx
    .insertInto('cashRewards')
    .values({
      userId: request.memberId,
      awardedBy: request.adminId,
      requestId: request.requestId,
      cardTier: request.cardTier,
      amountCents: CARD_TIER_USD[request.cardTier] * 100,
      reason: request.reason,
    })
    .onConflict((conflict) => conflict.columns(['awardedBy', 'requestId']).doNothing())
    .returning(['id', 'userId', 'amountCents', 'status'])
    .executeTakeFirst();
  // The admin has used the id for another member.
  if (!inserted) throw new Refusal('request_id_reused');
  return { award: { ...inserted, cardTier: request.cardTier }, isNew: true };
}

/**
 * The award of an earlier request with this id, whoever asked: a system repeats its request by the key that it has now, perhaps
 * another admin's. Throws Refusal request_id_reused if the request differs.
 */
async function findAward(tx: Tx, request: AwardRequest): Promise<Award | undefined> {
  const { memberId, cardTier, reason } = request;
  const row = await tx
    .selectFrom('cashRewards')
    .select(['id', 'cardTier', 'amountCents', 'status', 'reason'])
    .where('userId', '=', memberId)
    .where('requestId', '=', request.requestId)
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.cardTier !== cardTier || row.reason !== reason) {
    throw new Refusal('request_id_reused');
  }
  const { id, amountCents, status } = row;
  return { id, userId: memberId, cardTier, amountCents, status };
}

/** Checks that the member may receive an award. Throws Refusal not_found, member_suspended, member_paused. */
async function checkRecipient(tx: Tx, memberId: string): Promise<void> {
  const member = await tx
    .selectFrom('users')
    .select(['erasedAt', 'suspendedAt', 'pausedAt'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!member || member.erasedAt) throw new Refusal('not_found');
  if (member.suspendedAt) throw new Refusal('member_suspended');
  if (member.pausedAt) throw new Refusal('member_paused');
}

/**
 * Starts the redemption of an award, which takes no points; fulfilment completes it. The database refuses a second
 * redemption of one award. It has the award's id, by which its provider knows it: a restored site that starts the award again
 * asks for the same reward. Throws Refusal not_found, member_suspended, member_paused, award_unavailable.
 */
export async function startAward(tx: Tx, award: Award, serving: Serving): Promise<void> {
  await checkRecipient(tx, award.userId);
  const reward = await readReward(tx, { cardTier: award.cardTier });
  const provider = providerOf(serving, reward);
  if (!provider) throw new Refusal('award_unavailable');
  const redemption = await tx
    .insertInto('cardRedemptions')
    .values({
      id: award.id,
      userId: award.userId,
      awardId: award.id,
      requestId: `award:${award.id}`,
      ...keptOf(reward),
      pointsUsed: 0,
      provider: provider.id,
      promisedBy: sql`now() + make_interval(hours => ${REDEMPTION_PROMISE_HOURS})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueFulfilment(tx, redemption.id);
  announce(tx, award.userId, {
    type: 'redemption',
    data: { id: redemption.id, status: 'pending' },
  });
}

/** Marks an award as waiting for a second admin, or as declined by that admin. */
export async function holdAward(
  tx: Tx,
  awardId: string,
  status: 'awaiting_approval' | 'declined',
): Promise<void> {
  await tx.updateTable('cashRewards').set({ status }).where('id', '=', awardId).execute();
}

/** Reads an award, to decide about it. Throws Refusal not_found. */
export async function readAward(tx: Tx, awardId: string): Promise<Award> {
  const row = await tx
    .selectFrom('cashRewards')
    .select(['id', 'userId', 'cardTier', 'amountCents', 'status'])
    .where('id', '=', awardId)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  return { ...row, cardTier: row.cardTier as CardTier };
}

/** Whether this is the id of an award that waits for a second admin. */
export async function awaitsApproval(database: Database, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from cash_rewards where id::text = ${id} and status = 'awaiting_approval'`.execute(database);
  return rows.length > 0;
}

type Told = Pick<Award, 'userId' | 'amountCents'>;

/** Tells the member of an issued award, in the words of the admin who gave it. */
export async function tellAwardIssued(tx: Tx, told: Told, awardId: string): Promise<void> {
  const { reason } = await tx
    .selectFrom('cashRewards')
    .select('reason')
    .where('id', '=', awardId)
    .executeTakeFirstOrThrow();
  await tell(tx, told, awardId, 'award_issued', reason);
}

/** Tells the member of a failed award, in the words of the admin who refused it; null if nobody did. */
export const tellAwardFailed = (tx: Tx, told: Told, awardId: string, text: string | null): Promise<void> =>
  tell(tx, told, awardId, 'award_failed', text);

async function tell(
  tx: Tx,
  { userId, amountCents }: Told,
  awardId: string,
  kind: 'award_issued' | 'award_failed',
  text: string | null,
): Promise<void> {
  const data = { amountCents, text: text ?? '' };
  await notify(tx, { key: `${kind}:${awardId}`, userId, kind, data });
}
