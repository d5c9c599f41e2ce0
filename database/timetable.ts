import type pg from 'pg';
import type { Jobs } from './queue.ts';

/** A job that runs by itself: once per `every`, counted from midnight plus `at` (UTC; both intervals of PostgreSQL without months). */
export interface Timed {
  task: keyof Jobs;
  every: string;
  at?: string;
  attemptsMax: number;
}

/**
 * Queues each job whose time has come since it was last queued, once over all processes. Only the database's clock
 * counts. A job is due when the clock shows a later one of its times than the one on record, which two releases with other
 * times share, or when that one lies ahead: after a jump, in either direction, it is queued at once and then as usual. A job that
 * is new in the list waits for its next time. One that no worker has taken since it was queued keeps that time, by which it has its
 * turn and is seen to be late.
 */
export async function queueDue(pool: pg.Pool, timetable: readonly Timed[]): Promise<void> {
  await pool.query(QUEUE_DUE, [JSON.stringify(timetable)]);
}

/** Rows that are up to date are left out first, so that most looks lock and write nothing. */
const QUEUE_DUE = `
  with listed as (
    select task, "attemptsMax" as attempts_max,
      date_bin(every::interval, now(), timestamptz '2000-01-01 00:00+00' + coalesce(at, '0 s')::interval) as slot
    from jsonb_to_recordset($1::jsonb) as t (task text, every text, at text, "attemptsMax" integer)
  ),
  known as materialized (select task, slot from timetable),
  begun as (
    insert into timetable as t (task, slot)
    select task, listed.slot from listed left join known using (task)
    where known.slot is null or listed.slot > known.slot or known.slot > now()
    order by task
    on conflict (task) do update set slot = excluded.slot where excluded.slot > t.slot or t.slot > now()
    returning task
  )
  select graphile_worker.add_job(task, '{}'::json, job_key => task, max_attempts => attempts_max, run_at => (
    select least(j.run_at, now()) from graphile_worker._private_jobs j where j.key = task and j.attempts = 0))
  from listed where task in (select task from begun) and task in (select task from known)`;
