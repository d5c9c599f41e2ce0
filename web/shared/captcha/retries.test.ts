import { expect, test } from 'vitest';
import { RETRIES_MAX, withRetries } from './retries.ts';

test('a loader that keeps failing is tried three times in all, then its failure is reported', async () => {
  let tries = 0;
  const load = async () => {
    tries += 1;
    throw new Error(`try ${tries}`);
  };
  await expect(withRetries(load, 1)).rejects.toThrow('try 3');
  expect(tries).toBe(1 + RETRIES_MAX);
});

test('a loader that recovers is not called again', async () => {
  let tries = 0;
  const load = async () => {
    tries += 1;
    if (tries === 1) throw new Error('not yet');
    return 'here';
  };
  expect(await withRetries(load, 1)).toBe('here');
  expect(tries).toBe(2);
});
