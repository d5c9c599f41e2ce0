import { expect, test } from 'vitest';
import { endsSoon, isEnding, isNew, spanOf } from './offer-times.ts';

test('an offer is new for seven days', () => {
  const now = new Date('2027-03-10T12:00:00Z');
  expect(isNew('2027-03-03T12:00:01Z', now)).toBe(true);
  expect(isNew('2027-03-03T12:00:00Z', now)).toBe(false);
});

test('a time limit is rounded down in its unit, to a minute at least', () => {
  expect(spanOf(30)).toEqual({ unit: 'minute', value: 1 });
  expect(spanOf(3_599)).toEqual({ unit: 'minute', value: 59 });
  expect(spanOf(36 * 3_600)).toEqual({ unit: 'hour', value: 36 });
  expect(spanOf(14 * 86_400)).toEqual({ unit: 'day', value: 14 });
  expect(spanOf(15 * 86_400 - 1)).toEqual({ unit: 'day', value: 14 });
});

test('an offer ends soon in its last three days, and not once its end is over', () => {
  const now = new Date('2027-03-10T12:00:00Z');
  expect(endsSoon('2027-03-13T11:59:59Z', now)).toBe(true);
  expect(endsSoon('2027-03-13T12:00:00Z', now)).toBe(false);
  expect(endsSoon('2027-03-10T12:00:00Z', now)).toBe(false);
  expect([isEnding('2027-03-10T12:00:00Z', now), isEnding('2027-03-10T12:00:01Z', now)]).toEqual([
    false,
    true,
  ]);
  expect([endsSoon(null, now), isEnding(null, now)]).toEqual([false, false]);
});
