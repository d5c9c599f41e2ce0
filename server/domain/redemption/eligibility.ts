import { CARD_TIER_USD, type CardTier, FIRST_CARD_TIER, POINTS_PER_DOLLAR } from '#contract/values.ts';

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

export const priceOf = (tier: CardTier): number => CARD_TIER_USD[tier] * POINTS_PER_DOLLAR;

/** Why the member cannot have the card now, or undefined. The one place of these rules. */
export function obstacleTo(
  tier: CardTier,
  standing: Standing,
  thresholdPoints: number,
): Obstacle | undefined {
  const price = priceOf(tier);
  if (standing.points < thresholdPoints && price <= thresholdPoints) {
    return { code: 'below_threshold', missing: thresholdPoints - standing.points };
  }
  if (standing.firstRedemption && tier !== FIRST_CARD_TIER) {
    return { code: 'first_redemption_tier', missing: 0 };
  }
  const missing = price - standing.points;
  return missing > 0 ? { code: 'insufficient_points', missing } : undefined;
}
