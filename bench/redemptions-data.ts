import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { openRedemptions } from '#testing/redemption.ts';

const CHUNK = 1_000;

/**
 * Redemptions as an hour's outage of the provider leaves them: requested, tried once without a response, points held, the
 * next run due now.
 */
export async function insertPending(database: Database, provider: string, count: number): Promise<void> {
  for (let left = count; left > 0; left -= CHUNK) {
    await openRedemptions(database, Math.min(CHUNK, left), { provider });
  }
  await sql`update card_redemptions set status = 'processing', attempts = 1, resting = true,
    unanswered_since = now() - interval '1 hour', leased_until = now() - interval '1 minute'
    where status = 'pending'`.execute(database);
  await sql`select graphile_worker.add_job('fulfil_redemption', json_build_object('redemptionId', id),
    job_key => 'fulfil_redemption:' || id) from card_redemptions where status = 'processing'`.execute(
    database,
  );
  await sql`analyze`.execute(database);
}
