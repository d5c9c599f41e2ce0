import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * What is in a reward's stock, or went to a redemption of it, is known: it goes to no other one. A code that went to none, and is void
 * or past its last day, may be uploaded again or given by hand.
 */

/**
 * Whether a row of `voucher_codes` may come again. After its last day this takes some minutes: a transaction that began before the end
 * of that day may still give the code.
 */
export const MAY_COME_AGAIN = sql`(voucher_codes.voided_at is not null or voucher_codes.redemption_id is null
  and coalesce(voucher_codes.expires_at, 'infinity') < now() - interval '5 minutes')`;

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
    where reward_id = ${rewardId} and fingerprint = any(${fingerprints}::bytea[])
      and not ${MAY_COME_AGAIN}
    union all
    select fingerprint from fulfilments where fingerprint = any(${fingerprints}::bytea[])`.execute(tx);
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
}
