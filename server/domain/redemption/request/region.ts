import type { Reward } from '#domain/redemption/catalogue/rewards.ts';
import type { Standing } from './eligibility.ts';

/**
 * The country where a member can use a reward: that of the billing address, else that of the network address, else
 * unknown.
 */
export const countryOf = (
  { billingCountry }: Pick<Standing, 'billingCountry'>,
  ofNetwork: string | undefined,
): string | undefined => billingCountry ?? ofNetwork;

/** An unknown country is never refused: the member sees the reward's countries. */
export const usableIn = (regions: readonly string[], country: string | undefined): boolean =>
  regions.length === 0 || country === undefined || regions.includes(country);

/**
 * Whether the first redemption of a member in this country has to be the $1 card. Not if that card is on offer and cannot be used
 * there: the member could redeem nothing.
 */
export const beginsWithCard = (
  card: Pick<Reward, 'status' | 'regions'> | undefined,
  country: string | undefined,
): boolean => card?.status !== 'active' || usableIn(card.regions, country);
