import pg from 'pg';

/** Class of the advisory locks by which a process shows that it lives; the object is the hash of its worker's name. */
const LIVING = 1_263_481_412;
/** A worker may have its first job for this long before it is known to live. */
const UNKNOWN_SECONDS_MAX = 5;

/** A worker's sign of life, which ends with its process however that ends. */
export interface Presence {
  /** Gives the jobs of workers that are gone back to the queue, now rather than after the queue's own four hours. */
  freeJobsOfTheDead: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Holds a lock named after the worker on a connection of its own: PostgreSQL drops it when the process is gone. A
 * connection that was lost is opened again by the next `freeJobsOfTheDead`; a job that another worker took over in
 * between runs twice, as every job may.
 */
export async function showPresence(pool: pg.Pool, worker: string): Promise<Presence> {
  let client: pg.Client | undefined;
  const connect = async (): Promise<pg.Client> => {
    const next = new pg.Client({ ...pool.options, application_name: 'pocketful worker', keepAlive: true });
    const lose = () => {
      if (client === next) client = undefined;
    };
    next.on('error', lose);
    next.on('end', lose);
    await next.connect();
    await next.query('select pg_advisory_lock_shared($1, hashtext($2))', [LIVING, worker]);
    client = next;
    return next;
  };
  await connect();
  return {
    freeJobsOfTheDead: async () => {
      const connection = client ?? (await connect());
      await connection.query(FREE, [LIVING, UNKNOWN_SECONDS_MAX]);
    },
    close: async () => {
      await client?.end();
    },
  };
}

/** The lock's two numbers as pg_locks shows them: classid, and objid without a sign. */
const FREE = `
  select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
  from graphile_worker.jobs
  where locked_at < now() - make_interval(secs => $2)
    and not exists (
      select from pg_locks
      where locktype = 'advisory' and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database())
        and classid = $1 and objid::bigint = hashtext(locked_by)::bigint & 4294967295
    )
  having count(*) > 0`;
