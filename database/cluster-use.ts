import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './connection.ts';

/** The advisory lock that every process holds while it uses the cluster. */
const USE = 7_266_003;
/** Who has it to itself ends the cluster, and all that wait for it, within seconds. */
const WAIT_MS_MAX = 30_000;
/** Of the five seconds that a stop of the server gives the cluster. */
const ANSWER_MS_MAX = 2_000;
const RETRY_MS = 1_000;

/** This process's use of a cluster. PostgreSQL sees that it is over when the process ends in any way. */
export interface ClusterUse {
  /** Settles when the cluster has ended before `end` was called. */
  lost: Promise<void>;
  /**
   * Ends the use. Returns whether the cluster is to be stopped: no other process uses it, and none can begin to, or it does
   * not respond.
   */
  end: () => Promise<boolean>;
}

/**
 * Begins to use the cluster at `url`, by a session that holds a lock. A session that a crash of the cluster ends is replaced.
 * Throws if the cluster is stopping.
 */
export async function joinCluster(url: string, isGone: () => Promise<boolean>): Promise<ClusterUse> {
  let session: Session | undefined = await openSession(url);
  let ending = false;
  const watch = async (): Promise<void> => {
    for (;;) {
      await session?.ended;
      session = undefined;
      if (ending || (await isGone())) return;
      await pause(RETRY_MS);
      // What keeps it from responding is said by who waits for its answers.
      session = await openSession(url).catch(() => undefined);
    }
  };
  const lost = new Promise<void>((resolve) => {
    void watch().then(() => {
      if (!ending) resolve();
    });
  });
  const end = async (): Promise<boolean> => {
    ending = true;
    if (!session) return true;
    const { connection } = session;
    connection.allowSilence(ANSWER_MS_MAX);
    try {
      await connection.query('select pg_advisory_unlock_shared($1)', [USE]);
      const { rows } = await connection.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
        USE,
      ]);
      if (rows[0]?.last) return true;
    } catch {
      return true;
    }
    await connection.end();
    return false;
  };
  return { lost, end };
}

interface Session {
  connection: Connection;
  ended: Promise<void>;
}

async function openSession(url: string): Promise<Session> {
  const connection = new Connection({
    connectionString: url,
    application_name: 'pocketful cluster',
    silenceMsMax: WAIT_MS_MAX,
  });
  // It ends by every error.
  connection.on('error', () => {});
  const ended = new Promise<void>((resolve) => connection.once('end', () => resolve()));
  try {
    await connection.connect();
    await connection.query('select pg_advisory_lock_shared($1)', [USE]);
  } catch (error) {
    connection.connection.stream.destroy();
    throw error;
  }
  connection.allowSilence(0);
  return { connection, ended };
}
