import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/** Forgets counts whose time is over; they would start anew anyway. */
export async function pruneLimits(tx: Tx): Promise<void> {
  await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`.execute(tx);
}
