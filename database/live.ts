import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { Tx } from './client.ts';

export const LIVE_CHANNEL = 'live';

/**
 * A message on the channel: one event of a member; the credits that credit_postbacks has committed together; or that
 * a session of the member has ended.
 */
export type LiveMessage =
  | (LiveEvent & { userId: string })
  | { credits: [userId: string, points: number, change: number][] }
  | { signedOut: string };

/** Tells the member's open pages what happened, if and when the transaction commits. */
export async function announce(tx: Tx, userId: string, event: LiveEvent): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ userId, ...event })})`.execute(tx);
}

/** Ends the member's streams if and when the transaction commits; browsers that are still signed in reconnect. */
export async function endStreams(tx: Tx, userId: string): Promise<void> {
  const message: LiveMessage = { signedOut: userId };
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(message)})`.execute(tx);
}
