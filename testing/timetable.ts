import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import type { Jobs } from '#database/queue.ts';

/** From now on the processes of this database queue these jobs never by themselves, so that they run only when a test says so. */
export async function leaveToTest(database: Database, ...tasks: (keyof Jobs)[]): Promise<void> {
  await sql`create function leave_to_test() returns trigger language plpgsql as 'begin return null; end'`.execute(
    database,
  );
  await sql`create trigger leave_to_test before insert or update on timetable
    for each row when (new.task in (${sql.join(tasks.map((task) => sql.lit(task)))})) execute function leave_to_test()`.execute(
    database,
  );
}
