import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { PATIENT } from '#testing/patience.ts';
import { createPool } from './client.ts';
import { queueDue, type Timed } from './timetable.ts';

const { url, database } = await testDatabase();
const pool = createPool(url, () => {}, { ...PATIENT, limitsFrom: 'role' });
afterAll(() => pool.end());

/** So seldom that none of its times comes during a test. */
const JOB: Timed = { task: 'clean_up', every: '36500 days', at: '5 minutes', attemptsMax: 3 };
const look = () => queueDue(pool, [JOB]);
/** The job's key and how often it was queued. */
const queued = async () => {
  const { rows } = await sql<{ key: string; times: number }>`
    select key, revision + 1 as times from graphile_worker.jobs`.execute(database);
  return rows;
};
const shift = (by: string) => sql`update timetable set slot = slot + ${by}::interval`.execute(database);

beforeEach(async () => {
  await sql`delete from graphile_worker._private_jobs`.execute(database);
  await sql`delete from timetable`.execute(database);
});

test('a new job waits for its next time', async () => {
  await look();
  await look();
  expect(await queued()).toEqual([]);
});

test('a job that is due is queued once, however many processes look', async () => {
  await look();
  await shift('-36500 days');
  await Promise.all(Array.from({ length: 8 }, look));
  expect(await queued()).toEqual([{ key: 'clean_up', times: 1 }]);
});

test('a job whose last time lies ahead is queued at once, and not again', async () => {
  await look();
  await shift('36500 days');
  await look();
  await look();
  expect(await queued()).toEqual([{ key: 'clean_up', times: 1 }]);
  const { rows } = await sql`select from timetable where slot > now()`.execute(database);
  expect(rows).toEqual([]);
});

test('a job that no worker has taken keeps the time since when it waits, unless that lies ahead', async () => {
  const waits = async (since: string, attempts = 0) => {
    await look();
    await shift('-36500 days');
    await look();
    await sql`update graphile_worker._private_jobs set run_at = now() - ${since}::interval, attempts = ${attempts}`.execute(
      database,
    );
    await shift('-36500 days');
    await look();
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from now() - run_at) / 60)::integer as minutes from graphile_worker.jobs`.execute(
      database,
    );
    return rows.map(({ minutes }) => minutes);
  };
  expect(await waits('1 hour')).toEqual([60]);
  expect(await waits('-1 hour')).toEqual([0]);
  // What was tried and failed begins anew.
  expect(await waits('1 hour', 1)).toEqual([0]);
});

test('of two releases with other times of a job, each queues it once in its own time', async () => {
  const before: Timed = { ...JOB, at: '2 minutes' };
  await look();
  await shift('-36500 days');
  for (let n = 0; n < 3; n += 1) {
    await queueDue(pool, [before]);
    await look();
  }
  expect(await queued()).toEqual([{ key: 'clean_up', times: 2 }]);
});
