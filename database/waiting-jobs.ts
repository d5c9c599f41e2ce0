import { sql } from 'kysely';
import type { Database } from './client.ts';
import { PRIORITIES } from './queue.ts';

/** Most waiting jobs that are counted: a mail to everybody queues one for each member. */
const COUNTED_MAX = 10_000;

/** Jobs of one task whose time has come and that no worker has taken. */
export interface WaitingJobs {
  task: string;
  /** With those of all tasks 10,000 at most. */
  jobs: number;
  /**
   * How long the first of them has been due. Those of the last place wait as long as there are others, so they are never late:
   * 0 if there are no others.
   */
  oldestSeconds: number;
}

/** Reads the waiting jobs in the order in which workers take them, along the index of the queue. */
export async function readWaitingJobs(database: Database): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    with waiting as materialized (
      select task_id, run_at, priority from graphile_worker._private_jobs
      where is_available = true and run_at <= now() order by priority, run_at limit ${COUNTED_MAX}
    )
    select t.identifier as task, count(*)::integer as jobs,
      coalesce(extract(epoch from now() - min(run_at) filter (where priority < ${PRIORITIES.last}::integer)), 0)::float8
        as oldest_seconds
    from waiting join graphile_worker._private_tasks t on t.id = waiting.task_id
    group by 1 order by 1`.execute(database);
  return rows;
}
