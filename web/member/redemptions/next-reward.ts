import type { RewardOffer, Rewards } from '#contract/rewards.ts';

/**
 * What a member can reach next by earning. `first`: their first redemption opens all others. `region`: nothing can be used where
 * they are.
 */
export type NextReward =
  | { state: 'missing'; offer: RewardOffer }
  | { state: 'first' | 'all' | 'region' | 'none' };

/** The reward that lacks the fewest points; without one, why there is none. */
export function nextReward({ offers }: Pick<Rewards, 'offers'>, points: number): NextReward {
  const [nearest] = offers
    .filter(({ missingPoints }) => missingPoints > 0)
    .toSorted((one, other) => one.missingPoints - other.missingPoints);
  if (nearest) return { state: 'missing', offer: nearest };
  const isElsewhere = ({ unavailable }: RewardOffer) => unavailable === 'not_in_region';
  if (offers.length > 0 && offers.every(isElsewhere)) return { state: 'region' };
  const can = offers.some(({ unavailable }) => unavailable === null);
  if (can && offers.some(({ unavailable }) => unavailable === 'first_redemption_tier'))
    return { state: 'first' };
  // Of a reward that is out of stock or not for this region, the server does not say what is missing.
  return { state: can && offers.every(({ pricePoints }) => pricePoints <= points) ? 'all' : 'none' };
}
