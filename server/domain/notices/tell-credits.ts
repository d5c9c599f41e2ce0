import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * Tells members of provider transactions and mission attempts that were credited in this transaction: of each one where a browser of theirs
 * takes push messages, and when the balance crosses `thresholdPoints`, once until their next redemption.
 */
export async function tellCredits(tx: Tx, creditIds: string[], thresholdPoints: number): Promise<void> {
  await sql`select tell_credits(${creditIds}::uuid[], ${thresholdPoints})`.execute(tx);
}
