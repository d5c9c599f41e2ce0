import type pg from 'pg';
import { Connection } from './connection.ts';

/** Class of the advisory locks that show which workers are alive; the object is the hash of the worker's name. */
const LIVING = 1_263_481_412;
/**
 * Seconds that a worker may have its first job before its lock is visible. One that lies as far ahead was taken before
 * the database's clock was set back.
 */
const UNKNOWN_SECONDS_MAX = 5;

/** Its questions take milliseconds; they come every few seconds. */
const SILENCE_MS_MAX = 10_000;

/** Shows that workers are alive, until their process ends in any way. */
export interface Presence {
  /** Returns the jobs of dead workers to the queue, instead of after the queue's own four hours. */
  freeJobsOfDeadWorkers: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Holds a lock named after each of the workers on one connection of their own, which PostgreSQL releases when the process ends. A
 * lost connection is opened again by the next `freeJobsOfDeadWorkers`. If another worker took over a job in between, the
 * job runs twice, as any job may.
 */
export async function showPresence(
  pool: pg.Pool,
  workers: readonly string[],
  silenceMsMax = SILENCE_MS_MAX,
): Promise<Presence> {
  let client: Connection | undefined;
  const connect = async (): Promise<Connection> => {
    const next = new Connection({
      ...pool.options,
      application_name: 'pocketful worker',
      silenceMsMax,
    });
    const lose = () => {
      if (client === next) client = undefined;
    };
    next.on('error', lose);
    next.on('end', lose);
    await next.connect();
    await next.query(
      'select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) as worker (name)',
      [LIVING, workers],
    );
    client = next;
    return next;
  };
  await connect();
  return {
    freeJobsOfDeadWorkers: async () => {
      const connection = client ?? (await connect());
      await connection.query(FREE, [LIVING, UNKNOWN_SECONDS_MAX]);
    },
    close: async () => {
      await client?.end();
    },
  };
}

/** pg_locks shows the lock's two numbers as classid and an unsigned objid. */
const FREE = `
  select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
  from graphile_worker.jobs
  where locked_at not between now() - make_interval(secs => $2) and now() + make_interval(secs => $2)
    and not exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
        and classid = $1 and objid::bigint = hashtext(locked_by)::bigint & 4294967295
    )
  having count(*) > 0`;
