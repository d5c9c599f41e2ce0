import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { PATIENT } from '#testing/patience.ts';
import { createPool } from './client.ts';
import { showPresence } from './job-holders.ts';
import { enqueue } from './queue.ts';

const { database, transact, url } = await testDatabase();
const pool = createPool(url, () => {}, PATIENT);
afterAll(() => pool.end());

/** A job locked by a worker, as graphile-worker writes it. */
async function jobOf(worker: string, heldSeconds: number): Promise<string> {
  const email = `${worker}@example.com`;
  await transact((tx) => enqueue(tx, 'send_reset_mail', { email }, { key: email }));
  await sql`update graphile_worker._private_jobs set locked_by = ${worker}, attempts = 1,
    locked_at = now() - make_interval(secs => ${heldSeconds}) where key = ${email}`.execute(database);
  return email;
}
const holderOf = async (key: string) => {
  const { rows } = await sql<{ lockedBy: string | null }>`
    select locked_by from graphile_worker.jobs where key = ${key}`.execute(database);
  return rows[0]?.lockedBy;
};

test('the jobs of a killed process are freed at once, those of a living one are kept however long they take', async () => {
  const child = fork(path.join(import.meta.dirname, '../testing/job-holder.ts'), [url, 'pool-killed']);
  await once(child, 'message');
  const killed = await jobOf('pool-killed', 60);
  const living = await jobOf('pool-living', 3_600);
  const presence = await showPresence(pool, ['pool-living'], PATIENT.silenceMsMax);

  await presence.freeJobsOfDeadWorkers();
  expect([await holderOf(killed), await holderOf(living)]).toEqual(['pool-killed', 'pool-living']);

  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await expect
    .poll(async () => {
      await presence.freeJobsOfDeadWorkers();
      return holderOf(killed);
    })
    .toBeNull();
  expect(await holderOf(living)).toBe('pool-living');

  // A worker that has just begun has not registered yet. On a busy machine its five seconds may have passed: once more.
  await expect
    .poll(async () => {
      const fresh = await jobOf('pool-fresh', 0);
      await presence.freeJobsOfDeadWorkers();
      return holderOf(fresh);
    })
    .toBe('pool-fresh');
  await presence.close();
});

test('a lost connection is opened again and registers the same worker', async () => {
  const presence = await showPresence(pool, ['pool-reconnects'], PATIENT.silenceMsMax);
  const held = await jobOf('pool-reconnects', 60);
  const other = await showPresence(pool, ['pool-other'], PATIENT.silenceMsMax);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'pocketful worker' and datname = current_database()`.execute(database);
  await expect
    .poll(() =>
      presence.freeJobsOfDeadWorkers().then(
        () => 'free',
        () => 'lost',
      ),
    )
    .toBe('free');
  await expect
    .poll(() =>
      other.freeJobsOfDeadWorkers().then(
        () => 'free',
        () => 'lost',
      ),
    )
    .toBe('free');
  expect(await holderOf(held)).toBe('pool-reconnects');
  await presence.close();
  await other.freeJobsOfDeadWorkers();
  await expect.poll(() => holderOf(held)).toBeNull();
  await other.close();
});
