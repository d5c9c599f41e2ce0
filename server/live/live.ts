import type { LiveEvent } from '#contract/live.ts';
import type { Listener } from '#database/listener.ts';
import { LIVE_CHANNEL, type LiveMessage } from '#database/live.ts';
import { CHANGES_CHANNEL, type KeptTable } from '#database/memory.ts';
import type { Streams } from './streams.ts';

/** Staff show or hide them for all members. */
const PAUSES: KeptTable = 'wall_pauses';

/**
 * Passes the events that this process hears to the members' open streams. A member's streams end when one of the member's
 * sessions ends; all streams end when events may have been missed, so that browsers reconnect and load again.
 */
export function passEvents(
  listener: Pick<Listener, 'subscribe'>,
  streams: Pick<Streams, 'tell' | 'tellAll' | 'endOf' | 'endAll'>,
): void {
  const hear = (payload: string) => {
    const message: LiveMessage = JSON.parse(payload);
    if ('missed' in message) streams.endAll();
    else if ('signedOut' in message) streams.endOf(message.signedOut);
    else for (const [userId, events] of eventsOf(message)) streams.tell(userId, events);
  };
  const hearChange = (table: string) => {
    if (table === PAUSES) streams.tellAll({ type: 'walls', data: {} });
  };
  listener.subscribe(LIVE_CHANNEL, { hear, miss: streams.endAll });
  // All streams end then.
  listener.subscribe(CHANGES_CHANNEL, { hear: hearChange, miss: () => undefined });
}

/** Each credit changes the balance and adds a task. */
function eventsOf(
  message: Exclude<LiveMessage, { signedOut: string } | { missed: true }>,
): [userId: string, events: LiveEvent[]][] {
  const balance = (points: number, change: number): LiveEvent => ({
    type: 'balance',
    data: { points, change },
  });
  if ('balances' in message) {
    return message.balances.map(([userId, points, change]) => [userId, [balance(points, change)]]);
  }
  if ('credits' in message) {
    return message.credits.map(([userId, points, change]) => [
      userId,
      [balance(points, change), { type: 'tasks', data: {} }],
    ]);
  }
  const { userId, ...event } = message;
  return [[userId, [event as LiveEvent]]];
}
