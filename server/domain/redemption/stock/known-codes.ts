import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * What was uploaded for a reward, or given by hand, is known for good: it goes to no other redemption of this reward. A void code,
 * which went to none, may still be given by hand.
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
    select fingerprint from voucher_codes where reward_id = ${rewardId} and fingerprint = any(${fingerprints}::bytea[])
    union all
    select fingerprint from fulfilments where fingerprint = any(${fingerprints}::bytea[])`.execute(tx);
  return new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
}

/** Whether the code of the reward is in stock, or some redemption has it. The reward's codes are to be locked. */
export async function isTaken(tx: Tx, rewardId: string, fingerprint: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from voucher_codes
    where reward_id = ${rewardId} and fingerprint = ${fingerprint} and (voided_at is null or redemption_id is not null)
    union all
    select from fulfilments where fingerprint = ${fingerprint}`.execute(tx);
  return rows.length > 0;
}
