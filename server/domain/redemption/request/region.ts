import type { Database, Tx } from '#database/client.ts';

/**
 * Where a member can use a reward: the country of their billing address, else the one that their network address belongs
 * to, else unknown.
 */
export async function readCountry(
  database: Database | Tx,
  memberId: string,
  ofNetwork: string | undefined,
): Promise<string | undefined> {
  const address = await database
    .selectFrom('billingAddresses')
    .select('country')
    .where('userId', '=', memberId)
    .executeTakeFirst();
  return address?.country ?? ofNetwork;
}

/** Only a known country can be a wrong one: the member sees for which countries the reward is. */
export const usableIn = (regions: readonly string[], country: string | undefined): boolean =>
  regions.length === 0 || country === undefined || regions.includes(country);
