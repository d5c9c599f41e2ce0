import pg from 'pg';
import type { LiveEvent } from '#contract/values.ts';
import { LIVE_CHANNEL, type LiveMessage } from '#database/live.ts';
import type { Log } from './log.ts';

const RECONNECT_MS = 1_000;
interface Subscriber {
  listener: (event: LiveEvent) => void;
  onEnd: () => void;
}

export interface Live {
  /**
   * Calls the listener for each event of the member until the answered function is called; `onEnd` when the server stops,
   * when a session of the member has ended, and when events may have been missed.
   */
  subscribe: (userId: string, listener: Subscriber['listener'], onEnd: () => void) => () => void;
  /** Ends every subscription. */
  endStreams: () => void;
  close: () => Promise<void>;
}

/** One LISTEN connection of this process, fanned out to the members' open streams. Reconnects by itself. */
export async function openLive(url: string, log: Log): Promise<Live> {
  const subscribers = new Map<string, Set<Subscriber>>();
  let client: pg.Client | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'pocketful live',
      keepAlive: true,
    });
    next.on('notification', ({ payload }) => {
      const message: LiveMessage = JSON.parse(payload ?? '{}');
      if ('signedOut' in message) {
        for (const { onEnd } of subscribers.get(message.signedOut) ?? []) onEnd();
        return;
      }
      for (const [userId, event] of eventsOf(message)) {
        for (const { listener } of subscribers.get(userId) ?? []) listener(event);
      }
    });
    next.on('error', (error) => {
      if (!closed) log.warn({ err: error }, 'live connection lost');
    });
    // Comes for a connection that never stood as well, whose failure is told by `connect`.
    next.on('end', () => {
      if (client === next && !closed) setTimeout(() => void reconnect(), RECONNECT_MS);
    });
    try {
      await next.connect();
      await next.query(`listen ${LIVE_CHANNEL}`);
    } catch (error) {
      await next.end();
      throw error;
    }
    client = next;
    if (closed) await next.end();
  };
  const endStreams = () => {
    for (const { onEnd } of [...subscribers.values()].flatMap((own) => [...own])) onEnd();
  };
  const reconnect = () =>
    // Nobody heard what was announced meanwhile, ends of sessions included: browsers come back and read anew.
    connect().then(endStreams, (error) => {
      log.warn({ err: error }, 'live connection not restored yet');
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS);
    });
  await connect();

  return {
    subscribe: (userId, listener, onEnd) => {
      const subscriber = { listener, onEnd };
      const own = subscribers.get(userId) ?? new Set();
      subscribers.set(userId, own.add(subscriber));
      return () => {
        own.delete(subscriber);
        if (own.size === 0) subscribers.delete(userId);
      };
    },
    endStreams,
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}

/** Each credit is a new balance and a new task. */
function eventsOf(
  message: Exclude<LiveMessage, { signedOut: string }>,
): [userId: string, event: LiveEvent][] {
  if (!('credits' in message)) {
    const { userId, ...event } = message;
    return [[userId, event as LiveEvent]];
  }
  return message.credits.flatMap(([userId, points, change]): [string, LiveEvent][] => [
    [userId, { type: 'balance', data: { points, change } }],
    [userId, { type: 'tasks', data: {} }],
  ]);
}
