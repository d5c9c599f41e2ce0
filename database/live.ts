import { sql } from 'kysely';
import type { LiveEvent } from '#contract/values.ts';
import type { Tx } from './client.ts';

export const LIVE_CHANNEL = 'live';

/** What the channel carries: one event of a member, or the credits that credit_postbacks has committed together. */
export type LiveMessage =
  | (LiveEvent & { userId: string })
  | { credits: [userId: string, points: number, change: number][] };

/** Tells the member's open pages what happened, when and only if the transaction commits. */
export async function announce(tx: Tx, userId: string, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ userId, ...event })})`.execute(tx);
}
