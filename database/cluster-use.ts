import { setTimeout as pause } from 'node:timers/promises';
import { Connection } from './connection.ts';

/** The advisory lock that every process holds while it uses the cluster. */
const USE = 7_266_003;
/** Who has it to itself ends the cluster, and all that wait for it, within seconds. */
const WAIT_MS_MAX = 30_000;
/** Of the five seconds that a stop of the server gives the cluster. */
const END_MS_MAX = 2_500;
const ANSWER_MS_MAX = 2_000;
const RETRY_MS = 200;
/** After a crash of the cluster its other users are back by then. */
const BACK_MS_MAX = 1_000;

/** This process's use of a cluster. PostgreSQL sees that it is over when the process ends in any way. */
export interface ClusterUse {
  /** Settles when the cluster has ended before `end` was called. */
  lost: Promise<void>;
  /**
   * Ends the use. Returns whether it was the last one: then no other process can begin to use the cluster. Undefined if the
   * cluster does not say it, as it has ended, recovers or is silent.
   */
  end: () => Promise<boolean | undefined>;
}

/**
 * Begins to use the cluster at `url`, by a session that holds a lock. A session that a crash of the cluster ends is replaced.
 * Throws if the cluster is stopping.
 */
export async function joinCluster(url: string, isGone: () => Promise<boolean>): Promise<ClusterUse> {
  let session: Session | undefined = await openSession(url);
  /** When it may ask who else uses the cluster. */
  let othersAreBackAt = 0;
  let ending = false;
  let over = false;
  const watch = async (): Promise<void> => {
    for (;;) {
      await session?.ended;
      session = undefined;
      if (over || (await isGone())) return;
      await pause(RETRY_MS);
      // What keeps it from responding is said by who waits for its answers.
      const next = await openSession(url).catch(() => undefined);
      if (over) return next?.connection.end();
      session = next;
      othersAreBackAt = Date.now() + BACK_MS_MAX;
    }
  };
  const lost = new Promise<void>((resolve) => {
    void watch().then(() => {
      if (!ending) resolve();
    });
  });
  const end = async (): Promise<boolean | undefined> => {
    ending = true;
    const until = Date.now() + END_MS_MAX;
    while (Date.now() < until && !(await isGone())) {
      if (session && Date.now() >= othersAreBackAt) {
        const { connection } = session;
        const last = await isLast(connection).catch(() => undefined);
        if (last !== undefined) {
          over = true;
          if (!last) await connection.end();
          return last;
        }
      }
      await pause(RETRY_MS);
    }
    over = true;
    session?.connection.connection.stream.destroy();
    return undefined;
  };
  return { lost, end };
}

/** Whether no other process uses the cluster; then none can begin to as long as this connection lives. */
async function isLast(connection: Connection): Promise<boolean> {
  connection.allowSilence(ANSWER_MS_MAX);
  await connection.query('select pg_advisory_unlock_shared($1)', [USE]);
  const { rows } = await connection.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
    USE,
  ]);
  return rows[0]?.last === true;
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
