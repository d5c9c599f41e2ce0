import { type Selectable, sql } from 'kysely';
import { REDEMPTION_PROMISE_HOURS } from '#contract/redemptions.values.ts';
import type { Tx } from '#database/client.ts';
import { announce } from '#database/live.ts';
import type { CardRedemptions } from '#database/types.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { keptOf, providerOf, type Reward, type Serving } from '#domain/redemption/catalogue/rewards.ts';
import { enqueueFulfilment } from '#domain/redemption/payout/schedule.ts';
import { holdForReview } from '#domain/redemption/reviews/index.ts';
import { soldOut } from '#domain/redemption/stock/stock.ts';
import { holdPoints } from '#domain/redemption/transfers.ts';
import { type ChangedRule, judge, type RiskFacts, settingsOf, usingGrant } from '#domain/trust/index.ts';
import { obstacleTo, priceOf, type Standing } from './eligibility.ts';
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
  // Holds the member locked, so that the member's requests wait for each other.
  const standing = await lockStanding(tx, request);
  if (standing?.earlier) return repeated(tx, standing.earlier, request);
  const { pricePoints = priceOf(request.reward) } = request;
  if (pricePoints !== priceOf(request.reward)) throw new Refusal('price_changed');
  if (!standing?.captchaGrant) throw new Refusal('captcha_required');

  checkStanding(request.reward, standing, settings.thresholdPoints);
  const provider = await checkReward(tx, request, standing, settings.serving);
  const redemption = await insertRedemption(tx, request, provider, standing.captchaGrant);
  await holdPoints(tx, redemption);
  const { facts } = standing;
  const rules = judge(facts, settingsOf(standing.rules));
  const held =
    rules.length > 0
      ? await holdForReview(tx, redemption, { rules, facts }, settings.reviewHours)
      : undefined;
  if (!held) await enqueueFulfilment(tx, redemption.id);
  const status = held ? 'review' : 'pending';
  announce(tx, redemption.userId, { type: 'redemption', data: { id: redemption.id, status } });
  return toRedemption({ ...redemption, ...held });
}

/** A row of the function `redemption_standing`. */
interface RequestStanding extends Standing {
  /** The redemption that an earlier copy of the request made. */
  earlier: string | null;
  /** A solved captcha that is not used up yet. */
  captchaGrant: string | null;
  suspended: boolean;
  paused: boolean;
  facts: RiskFacts;
  rules: ChangedRule[];
}

/** Locks the member; returns undefined for an unknown one. */
async function lockStanding(
  tx: Tx,
  { memberId, requestId }: RedemptionRequest,
): Promise<RequestStanding | undefined> {
  const { rows } = await sql<RequestStanding>`
    select * from redemption_standing(${memberId}, ${requestId})`.execute(tx);
  return rows[0];
}

async function repeated(tx: Tx, id: string, { reward }: RedemptionRequest): Promise<Redemption> {
  const earlier = await tx
    .selectFrom('cardRedemptions')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (earlier.rewardId !== reward.id) throw new Refusal('request_id_reused');
  return toRedemption(earlier);
}

function checkStanding(reward: Reward, standing: RequestStanding, thresholdPoints: number): void {
  if (standing.suspended) throw new Refusal('suspended');
  if (standing.paused) throw new Refusal('paused');
  const obstacle = obstacleTo(reward, standing, thresholdPoints);
  if (obstacle) throw new Refusal(obstacle.code, { details: { missing: obstacle.missing } });
}

/** Returns the id of the reward's present provider. */
async function checkReward(
  tx: Tx,
  { reward, country }: RedemptionRequest,
  standing: RequestStanding,
  serving: Serving,
): Promise<string> {
  const provider = providerOf(serving, reward);
  if (reward.status !== 'active' || !provider) throw new Refusal('reward_unavailable');
  if (!usableIn(reward.regions, countryOf(standing, country))) throw new Refusal('not_in_region');
  // If two members ask for the last code at once, one may have to wait for new codes, with the points held.
  const isGone = provider.own === 'stock' && (await soldOut(tx, [reward])).size > 0;
  if (isGone) throw new Refusal('out_of_stock');
  return provider.id;
}

/** Uses up the captcha with it. */
async function insertRedemption(
  tx: Tx,
  request: RedemptionRequest,
  provider: string,
  captchaGrant: string,
): Promise<Selectable<CardRedemptions>> {
  const { cardTier, ...kept } = keptOf(request.reward);
  const { rows } = await sql<Selectable<CardRedemptions>>`
    with used as (${usingGrant(captchaGrant)}),
    chosen as (
      update users set card_tier_last_chosen = ${cardTier}
      where id = ${request.memberId} and ${cardTier}::text is not null
    )
    insert into card_redemptions (user_id, request_id, card_tier, reward_id, reward_kind, reward_title, amount_cents,
      product_ids, points_used, provider, promised_by)
    select user_id, ${request.requestId}, ${cardTier}, ${kept.rewardId}, ${kept.rewardKind}, ${kept.rewardTitle},
      ${kept.amountCents}, ${kept.productIds}, ${priceOf(request.reward)}, ${provider},
      now() + make_interval(hours => ${REDEMPTION_PROMISE_HOURS})
    from used
    returning *`.execute(tx);
  const [inserted] = rows;
  if (!inserted) throw new Error('a captcha was used up although its member is locked');
  return inserted;
}
