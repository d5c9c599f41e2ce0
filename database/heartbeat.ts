import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Connection, SilentDatabase } from './connection.ts';

/** Milliseconds between two questions, and between two tries to reach a database that is lost. */
const PAUSE_MS = 1_000;
/** A question this simple takes less than a millisecond; a database that needs longer than this gives no answers. */
const SILENCE_MS_MAX = 5_000;
/** A connection on which something has come meanwhile is not lost. */
const POOLED_SILENCE_MS_MAX = 3_000;

/**
 * Asks the pool's database for a sign of life on a connection of its own. A slow statement may take as long as the limits
 * of the server allow, but waiting is useless if the database is lost: the pool's connections that are silent too are then
 * given up. If all of them are, `onLost` is called, again with each failed try to reach the database. Throws if the pool was
 * used before, as it could not give up those connections.
 */
export function openHeartbeat(
  pool: pg.Pool,
  onLost: (error: unknown) => void,
): { close: () => Promise<void> } {
  if (pool.totalCount > 0) throw new Error('the pool has connections that its heartbeat does not know');
  const pooled = new Set<Connection>();
  pool.on('connect', (client) => client instanceof Connection && pooled.add(client));
  pool.on('remove', (client) => client instanceof Connection && pooled.delete(client));
  const closing = new AbortController();
  let connection: Connection | undefined;

  const lose = (error: unknown) => {
    const silent = [...pooled].filter((each) => each.silentMs() >= POOLED_SILENCE_MS_MAX);
    for (const each of silent) each.giveUp();
    if (silent.length === pooled.size) onLost(error);
  };
  const connect = async (): Promise<Connection> => {
    connection = new Connection({
      ...pool.options,
      application_name: 'pocketful heartbeat',
      connectionTimeoutMillis: SILENCE_MS_MAX,
      silenceMsMax: SILENCE_MS_MAX,
    });
    connection.on('error', () => {});
    return connection.connect().then(() => connection as Connection);
  };
  const beat = async (): Promise<void> => {
    const asked = await connect().catch((error: unknown) => {
      // A refusal of the database itself, such as too many connections, is a sign of life.
      if (!closing.signal.aborted && !(error instanceof pg.DatabaseError)) lose(error);
    });
    while (asked && !closing.signal.aborted) {
      await asked.query('select 1');
      await pause(PAUSE_MS, undefined, { signal: closing.signal });
    }
  };
  const running = (async () => {
    while (!closing.signal.aborted) {
      await beat().catch((error: unknown) => {
        if (error instanceof SilentDatabase) lose(error);
      });
      await pause(PAUSE_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  })();
  return {
    close: async () => {
      closing.abort();
      await connection?.end();
      await running;
    },
  };
}
