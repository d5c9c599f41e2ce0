import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { Tx } from './client.ts';
import type { MemberEvent } from './news.ts';

export const LIVE_CHANNEL = 'live';

/** Balances after a change of each: the member, the points, the change. */
type Balances = [userId: string, points: number, change: number][];

/**
 * A message on the channel: an event of a member; balances of members; credits, which also add a task; that a session
 * of the member has ended; or that messages may be missing. `tell_news` writes the first three.
 */
export type LiveMessage =
  | MemberEvent
  | { balances: Balances }
  | { credits: Balances }
  | { signedOut: string }
  | { missed: true };

/** An event as the code that causes it knows it: the balance is read when it is told. */
type Announced = { type: 'balance'; data: { change: number } } | Exclude<LiveEvent, { type: 'balance' }>;

/** Tells the member's open pages what happened, once the transaction is committed. */
export function announce(tx: Tx, userId: string, event: Announced): void {
  if (event.type === 'balance') tx.news.moves.push({ userId, change: event.data.change, isCredit: false });
  else tx.news.events.push({ userId, ...event });
}

/**
 * Ends the member's streams if and when the transaction commits; browsers that are still signed in reconnect. It is
 * told by the commit itself, unlike other news: a process that dies right after the commit must not leave a stream open.
 */
export async function endStreams(tx: Tx, userId: string): Promise<void> {
  const message: LiveMessage = { signedOut: userId };
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(message)})`.execute(tx);
}
