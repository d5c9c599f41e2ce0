import { expect, test } from 'vitest';
import { isNew, spanOf } from './offer-times.ts';

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
