import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { PATIENT } from '#testing/patience.ts';
import { createPool } from './client.ts';
import { openHeartbeat } from './heartbeat.ts';

test('a pool that has a connection already gets no heartbeat, which could not give that one up', async () => {
  const { url } = await testDatabase();
  const pool = createPool(url, () => {}, PATIENT);
  await pool.query('select 1');
  expect(() => openHeartbeat(pool, () => {})).toThrow('connections that its heartbeat does not know');
  await pool.end();
});
