import { FIRST_CARD_TIER } from '#contract/rewards.values.ts';
import { type Reward, tierOf } from '#domain/redemption/catalogue/rewards.ts';

/** What decides whether a member can have a reward. */
export interface Standing {
  points: number;
  /** No redemption so far, or only failed ones. */
  firstRedemption: boolean;
}

export interface Obstacle {
  code: 'below_threshold' | 'first_redemption_tier' | 'insufficient_points';
  /** Points still to be earned; 0 where points are not what is missing. */
  missing: number;
}

/** 100 points are one dollar, so that a reward costs as many points as it has cents. */
export const priceOf = ({ amountUsd }: Pick<Reward, 'amountUsd'>): number => amountUsd;

/** Why the member cannot have the reward now, or undefined. The one place of these rules. */
export function obstacleTo(
  reward: Pick<Reward, 'kind' | 'key' | 'amountUsd'>,
  standing: Standing,
  thresholdPoints: number,
): Obstacle | undefined {
  const price = priceOf(reward);
  if (standing.points < thresholdPoints && price <= thresholdPoints) {
    return { code: 'below_threshold', missing: thresholdPoints - standing.points };
  }
  if (standing.firstRedemption && tierOf(reward) !== FIRST_CARD_TIER) {
    return { code: 'first_redemption_tier', missing: 0 };
  }
  const missing = price - standing.points;
  return missing > 0 ? { code: 'insufficient_points', missing } : undefined;
}
