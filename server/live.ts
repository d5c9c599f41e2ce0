import pg from 'pg';
import type { LiveEvent } from '#contract/values.ts';
import { LIVE_CHANNEL, type LiveMessage } from '#database/live.ts';
import type { Log } from './log.ts';

const RECONNECT_MS = 1_000;
type Listener = (event: LiveEvent) => void;

export interface Live {
  /** Calls the listener for each event of the member until the answered function is called; `onEnd` when the server stops. */
  subscribe: (userId: string, listener: Listener, onEnd: () => void) => () => void;
  /** Ends every subscription. */
  endStreams: () => void;
  close: () => Promise<void>;
}

/** One LISTEN connection of this process, fanned out to the members' open streams. Reconnects by itself. */
export async function openLive(url: string, log: Log): Promise<Live> {
  const listeners = new Map<string, Set<Listener>>();
  const ends = new Set<() => void>();
  let client: pg.Client | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'pocketful live',
      keepAlive: true,
    });
    next.on('notification', ({ payload }) => {
      for (const [userId, event] of eventsOf(JSON.parse(payload ?? '{}'))) {
        for (const listener of listeners.get(userId) ?? []) listener(event);
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
  const reconnect = () =>
    connect().catch((error) => {
      log.warn({ err: error }, 'live connection not restored yet');
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS);
    });
  await connect();

  return {
    subscribe: (userId, listener, onEnd) => {
      const own = listeners.get(userId) ?? new Set();
      listeners.set(userId, own.add(listener));
      ends.add(onEnd);
      return () => {
        ends.delete(onEnd);
        own.delete(listener);
        if (own.size === 0) listeners.delete(userId);
      };
    },
    endStreams: () => {
      for (const end of ends) end();
    },
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}

/** Each credit is a new balance and a new task. */
function eventsOf(message: LiveMessage): [userId: string, event: LiveEvent][] {
  if (!('credits' in message)) {
    const { userId, ...event } = message;
    return [[userId, event as LiveEvent]];
  }
  return message.credits.flatMap(([userId, points, change]): [string, LiveEvent][] => [
    [userId, { type: 'balance', data: { points, change } }],
    [userId, { type: 'tasks', data: {} }],
  ]);
}
