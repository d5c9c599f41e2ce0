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
