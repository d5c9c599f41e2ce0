import type { Database, Tx } from '#database/client.ts';

/**
 * The country where a member can use a reward: that of the billing address, else that of the network address, else
 * unknown.
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

/** An unknown country is never refused: the member sees the reward's countries. */
export const usableIn = (regions: readonly string[], country: string | undefined): boolean =>
  regions.length === 0 || country === undefined || regions.includes(country);
