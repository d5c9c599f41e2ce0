import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { keepAnswer, readAnswer, spendAnswer } from './kept-answer.ts';

const { database } = await testDatabase();
const transact = transactOn(database);
const key = randomBytes(32);
const visit = { provider: 'elsewhere', state: 's', nonce: 'n', verifier: 'v' };
const refused = { code: 'identity_refused' };

test('what a browser keeps can be read with the same key, for the same step', async () => {
  const { value, lives } = await keepAnswer(database, key, 'journey', visit);
  expect(lives).toBe(600);
  expect(value).not.toContain('elsewhere');
  expect(readAnswer(key, 'journey', value)).toMatchObject(visit);
  const changed = value.replace(/.(?=..$)/, (one) => (one === 'A' ? 'B' : 'A'));
  for (const read of [
    () => readAnswer(key, 'vouched', value),
    () => readAnswer(randomBytes(32), 'journey', value),
    () => readAnswer(key, 'journey', changed),
    () => readAnswer(key, 'journey', 'no text of ours'),
    () => readAnswer(key, 'journey', undefined),
  ]) {
    expect(read).toThrow(expect.objectContaining(refused));
  }
});

test('it is used once, by one of many at the same time, and not after its end', async () => {
  const { value } = await keepAnswer(database, key, 'journey', visit);
  const kept = readAnswer(key, 'journey', value);
  const spend = (one: typeof kept) => transact((tx) => spendAnswer(tx, one));
  const tries = await Promise.allSettled([spend(kept), spend(kept), spend(kept)]);
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(spend({ ...kept, id: 'another', ends: Date.now() - 1_000 })).rejects.toMatchObject(refused);
});
