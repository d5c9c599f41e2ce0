import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * Tells members of credits of provider transactions, mission attempts and claims that were posted in this transaction: of
 * each one where a browser of theirs takes push messages, and when the balance crosses `thresholdPoints`, once until their
 * next redemption.
 */
export async function tellCredits(tx: Tx, transferIds: string[], thresholdPoints: number): Promise<void> {
  await sql`select tell_credits(${transferIds}::bigint[], ${thresholdPoints})`.execute(tx);
}
