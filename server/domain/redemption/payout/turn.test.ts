import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { PATIENT } from '#testing/patience.ts';
import { awaitTurn } from './turn.ts';

const { database, url, transact } = await testDatabase();

test('several processes together keep the limit of calls per second of a provider', async () => {
  // Two pools stand for two processes.
  const other = createDatabase(createPool(url, () => {}, { ...PATIENT, limitsFrom: 'role' }));
  const provider = { id: 'paced', callsPerSecondMax: 50 };
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 90 }, async (_, n) => {
      const answer = await awaitTurn(n % 2 ? transact : transactOn(other), provider);
      if (!answer) times.push(performance.now() - started);
    }),
  );
  await other.destroy();
  expect(times).toHaveLength(90);
  // A timer may be a little early or late, so only the average is checked.
  expect(times.length / (Math.max(...times) / 1000)).toBeLessThan(55);
});

test('a call that would wait too long for a turn is put off', async () => {
  await sql`insert into payout_turns (provider, next_at)
    values ('crowded', clock_timestamp() + interval '1 hour')`.execute(database);
  expect(await awaitTurn(transact, { id: 'crowded', callsPerSecondMax: 50 })).toEqual({ afterMs: 2_000 });
});

test('a provider without a limit can be called at once', async () => {
  expect(await awaitTurn(transact, { id: 'free' })).toBeUndefined();
});
