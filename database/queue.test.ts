import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';

const { database } = await testDatabase();

interface Asked {
  task: string;
  payload: object;
  key: string | null;
  runAt: string | null;
  attemptsMax: number | null;
  priority: number;
  keepRunAt: boolean;
}
const asked = (values: Partial<Asked> = {}): Asked => ({
  task: 'send_reset_mail',
  payload: { email: 'robin@example.com' },
  key: null,
  runAt: null,
  attemptsMax: null,
  priority: 0,
  keepRunAt: false,
  ...values,
});
const byOurs = (job: Asked) =>
  sql`select queue_job(${job.task}, ${JSON.stringify(job.payload)}::json, ${job.key}, ${job.runAt}::timestamptz,
    ${job.attemptsMax}::integer, ${job.priority}::integer, ${job.keepRunAt}::boolean)`.execute(database);
const byLibrary = (job: Asked) =>
  sql`select graphile_worker.add_job(${job.task}, payload => ${JSON.stringify(job.payload)}::json, job_key => ${job.key},
    run_at => ${job.runAt}::timestamptz, max_attempts => ${job.attemptsMax}::integer, priority => ${job.priority}::integer,
    job_key_mode => ${job.keepRunAt ? 'preserve_run_at' : 'replace'})`.execute(database);

/** Everything of the jobs that does not differ by itself. */
async function jobs(): Promise<object[]> {
  const { rows } = await sql<{ job: object }>`
    select to_jsonb(j) - array['id', 'run_at', 'created_at', 'updated_at', 'locked_at'] || jsonb_build_object(
      'now', j.run_at between now() - interval '1 minute' and now(), 'later', j.run_at > now(),
      'locked', j.locked_at is not null, 'task', t.identifier) as job
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    order by j.id`.execute(database);
  return rows.map(({ job }) => job);
}
const taken = (key: string) =>
  sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', attempts = attempts + 1
    where key = ${key}`.execute(database);
const failed = (key: string) =>
  sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null, last_error = 'no',
    run_at = now() + interval '5 minutes' where key = ${key}`.execute(database);

const LATER = new Date(Date.now() + 3_600_000).toISOString();
type Add = (job: Asked) => Promise<unknown>;
const CASES: Record<string, (add: Add) => Promise<unknown>> = {
  'a job': (add) => add(asked()),
  'a task that the queue does not know yet': (add) => add(asked({ task: 'never_heard_of' })),
  'all of it': (add) => add(asked({ key: 'k', runAt: LATER, attemptsMax: 3, priority: 1, keepRunAt: true })),
  'a waiting job is replaced': async (add) => {
    await add(asked({ key: 'k', runAt: LATER, attemptsMax: 3 }));
    await add(asked({ key: 'k', task: 'deliver_notice', payload: { noticeId: 'n' }, priority: 1 }));
  },
  'a waiting job keeps its time': async (add) => {
    await add(asked({ key: 'k', runAt: LATER }));
    await add(asked({ key: 'k', keepRunAt: true }));
  },
  'a job that failed before does not keep its time': async (add) => {
    await add(asked({ key: 'k' }));
    await taken('k');
    await failed('k');
    await add(asked({ key: 'k', keepRunAt: true }));
  },
  'a job that failed for good is replaced': async (add) => {
    await add(asked({ key: 'k', attemptsMax: 1 }));
    await taken('k');
    await failed('k');
    await add(asked({ key: 'k', attemptsMax: 1 }));
  },
  'beside a running job of the key': async (add) => {
    await add(asked({ key: 'k' }));
    await taken('k');
    await add(asked({ key: 'k' }));
  },
};

test.each(Object.entries(CASES))(
  'queue_job leaves the same rows as the library does: %s',
  async (_name, run) => {
    const rowsOf = async (add: Add) => {
      await sql`delete from graphile_worker._private_jobs`.execute(database);
      await sql`delete from graphile_worker._private_tasks`.execute(database);
      await run(add);
      const numbered = (await jobs()).map((job) => ({ ...job, task_id: undefined }));
      expect(numbered.length).toBeGreaterThan(0);
      return numbered;
    };
    expect(await rowsOf(byOurs)).toEqual(await rowsOf(byLibrary));
  },
);

test('the function and the tables of the library are those that queue_job was written after', async () => {
  const { rows } = await sql<{ functions: string; columns: string; triggers: string }>`
    select md5(string_agg(pg_get_functiondef(p.oid), '' order by p.oid)) as functions,
      (select md5(string_agg(format('%s %s %s %s %s', table_name, column_name, data_type, is_nullable,
          coalesce(generation_expression, column_default)), ',' order by table_name, column_name))
        from information_schema.columns
        where table_schema = 'graphile_worker' and table_name in ('_private_jobs', '_private_tasks')) as columns,
      (select string_agg(tgname, ',') from pg_trigger
        where tgrelid = 'graphile_worker._private_jobs'::regclass and not tgisinternal) as triggers
    from pg_proc p where pronamespace = 'graphile_worker'::regnamespace and proname in ('add_job', 'add_jobs')`.execute(
    database,
  );
  // If this fails after an upgrade of graphile-worker: read what is new in its sql/, bring queue_job in line with it in a
  // migration, and set these to what they are now.
  expect(rows[0]).toEqual({
    functions: 'a91e80255e22744f3e59ab2d326ee6a1',
    columns: 'c6106dc3c5439f11f1db13c4a566ad4d',
    triggers: null,
  });
});
