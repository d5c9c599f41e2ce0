import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * What is in a reward's stock, or went to a redemption of it, is known: it goes to no other one. A void code, which went to none,
 * may be uploaded again or given by hand.
 */

/** Locks the reward, so that those who bring codes for it wait for each other. It stands between the member and the redemption. */
export async function lockCodes(tx: Tx, rewardId: string): Promise<void> {
  await sql`select from rewards where id = ${rewardId} for no key update`.execute(tx);
}

/** The hex of those fingerprints of codes of the reward that are known. The reward's codes are to be locked. */
export async function knownFingerprints(
  tx: Tx,
  rewardId: string,
  fingerprints: readonly Buffer[],
): Promise<Set<string>> {
  const { rows } = await sql<{ fingerprint: Buffer }>`
    select fingerprint from voucher_codes
    where reward_id = ${rewardId} and fingerprint = any(${fingerprints}::bytea[]) and voided_at is null
    union all
    select fingerprint from fulfilments where fingerprint = any(${fingerprints}::bytea[])`.execute(tx);
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
}
