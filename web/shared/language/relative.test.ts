import { createFormatter } from 'use-intl/core';
import { expect, test } from 'vitest';
import { relativeTo, unitOf } from './relative.ts';

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

test('what has just happened is now, though the clock that is known to the second lies behind it', () => {
  const now = new Date('2031-05-06T12:00:07.050Z');
  const format = createFormatter({ locale: 'en', timeZone: 'UTC' });
  const said = (ms: number) => {
    const at = new Date(now.getTime() + ms);
    return format.relativeTime(at, relativeTo(now, at));
  };
  expect([750, 1_900, 0, -200].map(said)).toEqual(['now', 'now', 'now', 'now']);
  expect([2_000, -1_600, 90_000].map(said)).toEqual(['in 2 seconds', '2 seconds ago', 'in 2 minutes']);
});
