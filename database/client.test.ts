import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { PATIENT } from '#testing/patience.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { createDatabase, createPool } from './client.ts';

const { url, database } = await testDatabase();

test.each(['idle', 'in use'])(
  'a connection that the database ends while %s is reported and replaced, and the process continues',
  async (state) => {
    const lost: string[] = [];
    const pool = createPool(url, (error) => void lost.push(error.message), PATIENT);
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (state === 'idle') client.release();
    await database
      .selectNoFrom((eb) => eb.fn<boolean>('pg_terminate_backend', [eb.val(rows[0]?.pid)]).as('ended'))
      .execute();
    await expect.poll(() => lost.length).toBeGreaterThan(0);
    if (state === 'in use') client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  },
);

test('statements whose database is silent fail, in a transaction too, and their connections are replaced and not given back', async () => {
  const proxy = await startSilentProxy(url);
  afterwards(proxy.close);
  const pool = createPool(proxy.url, () => {}, { ...PATIENT, silenceMsMax: 10_000 });
  const silent = createDatabase(pool);
  const begun = Promise.withResolvers<void>();
  const silenced = Promise.withResolvers<void>();
  const transaction = silent.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx);
    begun.resolve();
    await silenced.promise;
    await sql`select 1`.execute(tx);
  });
  await begun.promise;
  await pool.query('select 1');
  proxy.silence();
  silenced.resolve();
  const [inTransaction, alone] = await Promise.allSettled([transaction, pool.query('select 1')]);
  expect([inTransaction.status, alone.status]).toEqual(['rejected', 'rejected']);
  expect(alone).toMatchObject({ reason: { message: 'the database is silent' } });
  expect(pool.totalCount).toBe(0);
  proxy.restore();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await silent.destroy();
});

test('a connection whose process was held up keeps what came meanwhile, and notices a later silence', async () => {
  const pool = createPool(url, () => {}, { ...PATIENT, silenceMsMax: 2_000 });
  afterwards(() => pool.end());
  const client = await pool.connect();
  const answer = client.query('select 1 as one');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
  expect((await answer).rows).toEqual([{ one: 1 }]);
  await expect(client.query('select pg_sleep(60)')).rejects.toThrow('the database is silent');
  client.release();
});
