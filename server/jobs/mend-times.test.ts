import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Transact } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { mendTasks } from './mend-times.ts';

const { database, transact } = await testDatabase();

test('jobs that wait too long are mended although what comes before them fails', async () => {
  await sql`select graphile_worker.add_job('clean_up', run_at => now() + interval '2 hours')`.execute(
    database,
  );
  let turns = 0;
  const failing: Transact = (work) =>
    ++turns === 1 ? Promise.reject(new Error('it takes too long')) : transact(work);
  const found: unknown[] = [];
  const { mend_times } = mendTasks(failing, (one) => found.push(one));
  await expect(mend_times({})).rejects.toThrow('redemption: Error: it takes too long');
  expect(found).toEqual([{ kind: 'job', times: 1 }]);
});
