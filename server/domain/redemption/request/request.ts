import { type Selectable, sql } from 'kysely';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import type { CardRedemptions } from '#database/types.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { keptOf, providerOf, type Reward, type Serving } from '#domain/redemption/catalogue/rewards.ts';
import { enqueueFulfilment } from '#domain/redemption/payout/schedule.ts';
import { holdIfRisky } from '#domain/redemption/reviews/index.ts';
import { soldOut } from '#domain/redemption/stock/stock.ts';
import { holdPoints } from '#domain/redemption/transfers.ts';
import { consumeCaptchaGrant } from '#domain/trust/index.ts';
import { obstacleTo, priceOf, readStanding, type Standing } from './eligibility.ts';
import { type Redemption, toRedemption } from './list-redemptions.ts';
import { countryOf, usableIn } from './region.ts';

/** A member's request. The browser makes the request id; a repeat of it names the same redemption. */
export interface RedemptionRequest {
  memberId: string;
  requestId: string;
  reward: Reward;
  /** The price that the member saw, if any. */
  pricePoints?: number | undefined;
  /** The country of the member's network address. */
  country?: string | undefined;
}

/**
 * Creates a redemption: holds the points and leaves the rest to a worker. A repeat of the same request returns the
 * same redemption and needs no captcha. Throws Refusal request_id_reused, price_changed, captcha_required, suspended,
 * paused, reward_unavailable, not_in_region, out_of_stock, below_threshold, first_redemption_tier or
 * insufficient_points.
 */
export async function requestRedemption(
  tx: Tx,
  request: RedemptionRequest,
  settings: {
    thresholdPoints: number;
    serving: Serving;
    /** Longest review, if a rule of risk asks for one. */
    reviewHours: number;
  },
): Promise<Redemption> {
  // Makes the member's requests wait for each other.
  await lockMember(tx, request.memberId);
  const earlier = await findByRequest(tx, request);
  if (earlier) return toRedemption(earlier);
  const { pricePoints = priceOf(request.reward) } = request;
  if (pricePoints !== priceOf(request.reward)) throw new Refusal('price_changed');

  await consumeCaptchaGrant(tx, request.memberId, 'redemption');
  const standing = await checkStanding(tx, request, settings.thresholdPoints);
  const provider = await checkReward(tx, request, settings.serving, standing);
  const redemption = await insertRedemption(tx, request, provider);
  const balance = (await holdPoints(tx, redemption)) + redemption.pointsUsed;
  const held = await holdIfRisky(tx, redemption, balance, settings.reviewHours);
  if (!held) await enqueueFulfilment(tx, redemption.id);
  const status = held ? 'review' : 'pending';
  announce(tx, redemption.userId, { type: 'redemption', data: { id: redemption.id, status } });
  return toRedemption({ ...redemption, ...held });
}

async function findByRequest(
  tx: Tx,
  request: RedemptionRequest,
): Promise<Selectable<CardRedemptions> | undefined> {
  const earlier = await tx
    .selectFrom('cardRedemptions')
    .selectAll()
    .where('userId', '=', request.memberId)
    .where('requestId', '=', request.requestId)
    .executeTakeFirst();
  if (earlier && earlier.rewardId !== request.reward.id) throw new Refusal('request_id_reused');
  return earlier;
}

async function checkStanding(tx: Tx, request: RedemptionRequest, thresholdPoints: number): Promise<Standing> {
  const standing = await readStanding(tx, request.memberId);
  if (!standing) throw new Refusal('not_found');
  if (standing.suspended) throw new Refusal('suspended');
  if (standing.paused) throw new Refusal('paused');
  const obstacle = obstacleTo(request.reward, standing, thresholdPoints);
  if (obstacle) throw new Refusal(obstacle.code, { details: { missing: obstacle.missing } });
  return standing;
}

/** Returns the id of the reward's present provider. */
async function checkReward(
  tx: Tx,
  { reward, country }: RedemptionRequest,
  serving: Serving,
  standing: Standing,
): Promise<string> {
  const provider = providerOf(serving, reward);
  if (reward.status !== 'active' || !provider) throw new Refusal('reward_unavailable');
  if (!usableIn(reward.regions, countryOf(standing, country))) throw new Refusal('not_in_region');
  // If two members ask for the last code at once, one may have to wait for new codes, with the points held.
  const isGone = provider.own === 'stock' && (await soldOut(tx, [reward])).size > 0;
  if (isGone) throw new Refusal('out_of_stock');
  return provider.id;
}

async function insertRedemption(
  tx: Tx,
  request: RedemptionRequest,
  provider: string,
): Promise<Selectable<CardRedemptions>> {
  const kept = keptOf(request.reward);
  if (kept.cardTier !== null) {
    await tx
      .updateTable('users')
      .set({ cardTierLastChosen: kept.cardTier })
      .where('id', '=', request.memberId)
      .execute();
  }
  return tx
    .insertInto('cardRedemptions')
    .values({
      userId: request.memberId,
      requestId: request.requestId,
      ...kept,
      pointsUsed: priceOf(request.reward),
      provider,
      promisedBy: sql`now() + make_interval(hours => ${REDEMPTION_PROMISE_HOURS})`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
