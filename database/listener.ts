import { Connection, probe } from './connection.ts';

const RECONNECT_MS = 1_000;
/** Short, as nothing is heard while a try lasts. */
const CONNECT_TIMEOUT_MS = 3_000;
/** The server's sign of life takes less than a millisecond. */
const SILENCE_MS_MAX = 4_000;

interface Subscriber {
  /** Gets each message of the channel, in the order of the commits. */
  hear: (payload: string) => void;
  /** Messages may have been missed: the connection was lost and is there again. */
  miss: () => void;
}

/** The messages (NOTIFY) of other connections, for all parts of this process. */
export interface Listener {
  /** Before `open`. */
  subscribe: (channel: string, subscriber: Subscriber) => void;
  /** Resolves when it listens. Throws if the database cannot be reached. */
  open: () => Promise<void>;
  /**
   * Whether every message that was sent SILENCE_MS_MAX ago or before has been heard. False while the connection is down
   * or its server silent.
   */
  isSure: () => boolean;
  close: () => Promise<void>;
}

/**
 * Listens to all channels on one connection. A silent server is noticed within seconds, and a lost connection is made
 * again. `warn` is told of each loss and of each try that failed.
 */
export function createListener(url: string, warn: (error: unknown, what: string) => void): Listener {
  const subscribers = new Map<string, Subscriber[]>();
  let client: Connection | undefined;
  let closed = false;
  let sureUntil = 0;
  // Messages come before the answer to what was asked after them.
  const answered = (askedAt: number) => {
    sureUntil = askedAt + SILENCE_MS_MAX;
  };

  const connect = async (again: boolean): Promise<void> => {
    const next = new Connection({
      connectionString: url,
      application_name: 'pocketful live',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      silenceMsMax: SILENCE_MS_MAX,
    });
    next.on('notification', ({ channel, payload }) => {
      for (const { hear } of subscribers.get(channel) ?? []) hear(payload ?? '');
    });
    next.on('error', (error) => {
      if (!closed) warn(error, 'live connection lost');
    });
    // Also emitted for a connection that was never established; `connect` reports that failure.
    next.on('end', () => {
      if (client !== next) return;
      sureUntil = 0;
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS);
    });
    const askedAt = performance.now();
    try {
      await next.connect();
      for (const channel of subscribers.keys()) await next.query(`listen ${channel}`);
    } catch (error) {
      await next.end();
      throw error;
    }
    client = next;
    if (again) for (const { miss } of [...subscribers.values()].flat()) miss();
    answered(askedAt);
    probe(next, answered);
    if (closed) await next.end();
  };
  const reconnect = () =>
    connect(true).catch((error: unknown) => {
      warn(error, 'live connection not restored yet');
      if (!closed) setTimeout(() => void reconnect(), RECONNECT_MS);
    });

  return {
    subscribe: (channel, subscriber) =>
      void subscribers.set(channel, [...(subscribers.get(channel) ?? []), subscriber]),
    open: () => connect(false),
    isSure: () => performance.now() < sureUntil,
    close: async () => {
      closed = true;
      await client?.end();
    },
  };
}
