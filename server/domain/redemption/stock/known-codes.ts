import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/** What was uploaded for a reward, or given by hand, is known for good: it goes to no other redemption of this reward. */

/** Locks the reward, so that those who bring codes for it wait for each other. It stands between the member and the redemption. */
export async function lockCodes(tx: Tx, rewardId: string): Promise<void> {
  await sql`select from rewards where id = ${rewardId} for no key update`.execute(tx);
}

/** The hex of those fingerprints of codes of the reward that are known. Its codes are to be locked. */
export async function knownFingerprints(
  tx: Tx,
  rewardId: string,
  fingerprints: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    select fingerprint from voucher_codes where reward_id = ${rewardId} and fingerprint = any(${fingerprints}::bytea[])
    union all
    select fingerprint from fulfilments where fingerprint = any(${fingerprints}::bytea[])`.execute(tx);
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
}
