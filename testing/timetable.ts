import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '#database/client.ts';
import type { Jobs } from '#database/queue.ts';
import { WAIT } from './patience.ts';

/**
 * From now on the processes of this database queue these jobs never by themselves, so that they run only when a test says so.
 * What was queued just before has ended.
 */
export async function leaveToTest(database: Database, ...tasks: (keyof Jobs)[]): Promise<void> {
  await sql`create function leave_to_test() returns trigger language plpgsql as 'begin return null; end'`.execute(
    database,
  );
  await sql`create trigger leave_to_test before insert or update on timetable
    for each row when (new.task in (${sql.join(tasks.map((task) => sql.lit(task)))})) execute function leave_to_test()`.execute(
    database,
  );
  const queued = sql`select from graphile_worker._private_jobs
    where key in (${sql.join(tasks)}) and (attempts < max_attempts or locked_at is not null)`;
  await vi.waitFor(async () => expect((await queued.execute(database)).rows).toEqual([]), WAIT);
}
