import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { addJobs } from '#database/queue.ts';

/**
 * Notifies members of the credits of provider transactions, mission attempts and claims that were posted in this
 * transaction. Each credit is notified if a browser of the member takes push messages; a balance that reaches
 * `thresholdPoints` is notified once until the next redemption.
 */
export async function notifyOfCredits(tx: Tx, transferIds: string[], thresholdPoints: number): Promise<void> {
  const { rows } = await sql<{ jobs: number }>`
    select tell_credits(${transferIds}::bigint[], ${thresholdPoints}) as jobs`.execute(tx);
  addJobs(tx.news, 'deliver_notice', rows[0]?.jobs ?? 0);
}
