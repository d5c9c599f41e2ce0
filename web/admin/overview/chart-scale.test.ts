import { expect, test } from 'vitest';
import { linesUpTo, spread } from './chart-scale.ts';

test('the lines of a chart are round and whole, and the last one holds the highest value', () => {
  expect(linesUpTo(0)).toEqual([0, 1]);
  expect(linesUpTo(3)).toEqual([0, 1, 2, 3]);
  expect(linesUpTo(17)).toEqual([0, 5, 10, 15, 20]);
  expect(linesUpTo(340)).toEqual([0, 100, 200, 300, 400]);
  expect(linesUpTo(800_000)).toEqual([0, 200_000, 400_000, 600_000, 800_000]);
  for (let highest = 1; highest < 1e9; highest = Math.ceil(highest * 1.37)) {
    const lines = linesUpTo(highest);
    expect(lines.at(-1), `${highest}`).toBeGreaterThanOrEqual(highest);
    expect(lines.length, `${highest}`).toBeLessThanOrEqual(6);
  }
});

test('days named below a chart are spread evenly, with the first and the last', () => {
  expect(spread(1, 7)).toEqual([0]);
  expect(spread(3, 7)).toEqual([0, 1, 2]);
  expect(spread(30, 7)).toEqual([0, 5, 10, 15, 19, 24, 29]);
  expect(spread(366, 7).at(-1)).toBe(365);
});
