import { expect, test, vi } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createPool } from './client.ts';

const { url, database } = await testDatabase();

test.each(['idle', 'in use'])(
  'a connection that the database ends while %s is reported and replaced, and the process continues',
  async (state) => {
    const lost: string[] = [];
    const pool = createPool(url, (error) => void lost.push(error.message));
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (state === 'idle') client.release();
    await database
      .selectNoFrom((eb) => eb.fn<boolean>('pg_terminate_backend', [eb.val(rows[0]?.pid)]).as('ended'))
      .execute();
    await vi.waitFor(() => expect(lost.length).toBeGreaterThan(0));
    if (state === 'in use') client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  },
);
