import { sql } from 'kysely';
import type { Database, Tx } from './client.ts';
import { LATER_SECONDS_MAX } from './queue.ts';

/**
 * Seconds that a time may lie further ahead than it should: more than any transaction takes, since each counts from
 * its own start.
 */
export const MARGIN_SECONDS = 60;

/**
 * Waiting jobs start now if their time lies further ahead than the queue puts any: it was set when the database's clock
 * was ahead. Returns how many.
 */
export async function mendJobs(tx: Tx): Promise<number> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at > clock_timestamp() + make_interval(
        secs => ${MARGIN_SECONDS}::float8 + greatest(
          coalesce((${JSON.stringify(LATER_SECONDS_MAX)}::jsonb ->> task_identifier)::float8, 0),
          -- The queue's own pause before another try.
          case when attempts > 0 then exp(least(attempts, 10)) else 0::float8 end))
    ), now())`.execute(tx);
  return rows.length;
}

/** What has times that can lie too far ahead. */
const MENDED_KINDS = [
  'redemption',
  'payout_turn',
  'notice',
  'webhook_delivery',
  'held_credit',
  'mission_places',
  'job',
] as const;
export type MendedKind = (typeof MENDED_KINDS)[number];

/** Adds to the count of mended times of this kind. */
export async function countMended(tx: Tx, kind: string, times: number): Promise<void> {
  await sql`insert into mended_times as m (kind, times) values (${kind}, ${times})
    on conflict (kind) do update set times = m.times + excluded.times`.execute(tx);
}

/** How many times of each kind were mended since the site began; 0 of a kind that never needed it. */
export async function readMended(database: Database): Promise<{ kind: string; times: number }[]> {
  const { rows } = await sql<{ kind: string; times: number }>`
    select kind, coalesce(times, 0)::float8 as times
    from unnest(${MENDED_KINDS}::text[]) as known (kind) left join mended_times using (kind)
    order by kind`.execute(database);
  return rows;
}
