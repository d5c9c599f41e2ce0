import { expect, test } from 'vitest';
import { createDatabase, createPool } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { awaitTurn } from './turn.ts';

const { url, transact } = await testDatabase();

test('processes together keep the calls per second of a provider, and send back who would wait too long', async () => {
  // Two pools, as two processes have.
  const other = createDatabase(createPool(url, () => {}));
  const provider = { id: 'paced', callsPerSecondMax: 50 };
  const times: number[] = [];
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 140 }, async (_, n) => {
      const answer = await awaitTurn(n % 2 ? transact : transactOn(other), provider);
      if (!answer) times.push(performance.now() - started);
      return answer;
    }),
  );
  await other.destroy();
  // Two seconds of turns are given; the rest comes again.
  expect(times.length).toBeGreaterThanOrEqual(100);
  expect(times.length).toBeLessThan(140);
  expect(answers.filter(Boolean)).toEqual(Array(140 - times.length).fill({ afterMs: 2_000 }));
  // A timer may be a little early or late, so no second is looked at by itself.
  expect(times.length / (Math.max(...times) / 1000)).toBeLessThan(55);
});

test('a provider without a limit is called at once', async () => {
  expect(await awaitTurn(transact, { id: 'free' })).toBeUndefined();
});
