import type { LiveEvent } from '#contract/live.ts';
import type { Listener } from '#database/listener.ts';
import { LIVE_CHANNEL, type LiveMessage } from '#database/live.ts';
import type { Streams } from './streams.ts';

/**
 * Passes the events that this process hears to the members' open streams. A member's streams end when one of the member's
 * sessions ends; all streams end when events may have been missed, so that browsers reconnect and load again.
 */
export function passEvents(
  listener: Pick<Listener, 'subscribe'>,
  streams: Pick<Streams, 'of' | 'endAll'>,
): void {
  const hear = (payload: string) => {
    const message: LiveMessage = JSON.parse(payload);
    if ('missed' in message) {
      streams.endAll();
      return;
    }
    if ('signedOut' in message) {
      for (const stream of streams.of(message.signedOut)) stream.end('ended');
      return;
    }
    for (const [userId, event] of eventsOf(message)) {
      for (const stream of streams.of(userId)) stream.tell(event);
    }
  };
  listener.subscribe(LIVE_CHANNEL, { hear, miss: streams.endAll });
}

/** Each credit changes the balance and adds a task. */
function eventsOf(
  message: Exclude<LiveMessage, { signedOut: string } | { missed: true }>,
): [userId: string, event: LiveEvent][] {
  if ('balances' in message) {
    return message.balances.map(([userId, points, change]) => [
      userId,
      { type: 'balance', data: { points, change } },
    ]);
  }
  if ('credits' in message) {
    return message.credits.flatMap(([userId, points, change]): [string, LiveEvent][] => [
      [userId, { type: 'balance', data: { points, change } }],
      [userId, { type: 'tasks', data: {} }],
    ]);
  }
  const { userId, ...event } = message;
  return [[userId, event as LiveEvent]];
}
