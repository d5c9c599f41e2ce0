import { expect, test } from 'vitest';
import { unitOf } from './relative.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

test.each([
  [0, 'second'],
  [59.4, 'second'],
  [59.5, 'minute'],
  [HOUR - 31, 'minute'],
  [HOUR - 0.5, 'hour'],
  [-(HOUR - 0.5), 'hour'],
  [DAY - 0.51 * HOUR, 'hour'],
  [DAY - 0.49 * HOUR, 'day'],
  [6.4 * DAY, 'day'],
  [6.6 * DAY, 'week'],
  [30 * DAY, 'week'],
  [32 * DAY, 'month'],
  [340 * DAY, 'month'],
  [364 * DAY, 'year'],
  [4000 * DAY, 'year'],
] as const)('%d seconds are said in the unit %s', (seconds, unit) => {
  expect(unitOf(seconds)).toBe(unit);
});
