import type { LiveEvent } from '#contract/live.ts';
import { Connection, probe } from '#database/connection.ts';
import { LIVE_CHANNEL, type LiveMessage } from '#database/live.ts';
import type { Log } from '#server/log.ts';
import type { Streams } from './streams.ts';

const RECONNECT_MS = 1_000;
/** Short, as pages show nothing new while a try lasts. */
const CONNECT_TIMEOUT_MS = 3_000;
/** The server's sign of life takes less than a millisecond. */
const SILENCE_MS_MAX = 4_000;

export interface Live {
  close: () => Promise<void>;
}

/**
 * Listens on one LISTEN connection of this process and passes events to the members' open streams. A silent server is
 * noticed within seconds, and a lost connection is made again. A member's streams end when one of the member's sessions
 * ends; all streams end when events may have been missed.
 */
export async function openLive(
  url: string,
  streams: Pick<Streams, 'of' | 'endAll'>,
  log: Log,
): Promise<Live> {
  let client: Connection | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const next = new Connection({
      connectionString: url,
      application_name: 'pocketful live',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      silenceMsMax: SILENCE_MS_MAX,
    });
    next.on('notification', ({ payload }) => {
      const message: LiveMessage = JSON.parse(payload ?? '{}');
      if ('signedOut' in message) {
        for (const stream of streams.of(message.signedOut)) stream.end('ended');
        return;
      }
      for (const [userId, event] of eventsOf(message)) {
        for (const stream of streams.of(userId)) stream.tell(event);
      }
    });
    next.on('error', (error) => {
      if (!closed) log.warn({ err: error }, 'live connection lost');
    });
    // Also emitted for a connection that was never established; `connect` reports that failure.
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
    probe(next);
    if (closed) await next.end();
  };
  const reconnect = () =>
    // Events, including ends of sessions, may have been missed meanwhile. Browsers reconnect and load again.
    connect().then(streams.endAll, (error) => {
      log.warn({ err: error }, 'live connection not restored yet');
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS);
    });
  await connect();

  return {
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}

/** Each credit changes the balance and adds a task. */
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
