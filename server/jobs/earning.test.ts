import { expect, test } from 'vitest';
import type { Transact } from '#database/transaction.ts';
import { earningTasks } from './earning.ts';

test.each(['mature_credits', 'remind_of_offers'] as const)(
  'while a process is at a run of %s, its next one ends at once',
  async (task) => {
    const endings: (() => void)[] = [];
    const transact: Transact = () =>
      new Promise((_, reject) => endings.push(() => reject(new Error('it was held up'))));
    const watch = { walls: [], costPercentMax: 100, onAlarm: () => {} };
    const run = earningTasks(transact, 100, watch)[task];
    for (const runs of [1, 2]) {
      const held = run({});
      await run({});
      expect(endings).toHaveLength(runs);
      endings.at(-1)?.();
      await expect(held).rejects.toThrow('it was held up');
    }
  },
);
