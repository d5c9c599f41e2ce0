import { expect, test } from 'vitest';
import { isCustom, type Range, rangeFault, rangeOf, timeZoneOf, todayIn } from './range.ts';

const days = (range: Range | undefined) =>
  range && (Date.parse(range.to) - Date.parse(range.from)) / 86_400_000 + 1;
const YEAR = { from: '2024-01-01', to: '2024-12-31', zone: 'UTC' };

test('the range is the last 30 days up to today unless the address says otherwise', () => {
  const range = rangeOf({ zone: 'Asia/Tokyo' });
  expect(range).toMatchObject({ to: todayIn('Asia/Tokyo'), timeZone: 'Asia/Tokyo' });
  expect(days(range)).toBe(30);
  expect(days(rangeOf({ days: '7' }))).toBe(7);
  expect(isCustom({ days: '7' })).toBe(false);
  expect(isCustom(YEAR)).toBe(true);
  expect(rangeOf(YEAR)).toEqual({ from: YEAR.from, to: YEAR.to, timeZone: 'UTC' });
});

test.each<Record<string, string>>([{ days: '5000' }, { zone: 'Mars/Olympus' }, { zone: '+05:30' }])(
  'a number of days or a time zone that makes no sense is ignored: %j',
  (search) => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(days(rangeOf(search))).toBe(30);
    expect(timeZoneOf(search)).toBe(own);
    expect(rangeOf(search)?.timeZone).toBe(own);
  },
);

test.each([
  ['required', { from: '' }],
  ['required', { to: '' }],
  ['required', { from: 'x' }],
  ['badRange', { from: '2025-01-01' }],
  ['tooLong', { from: '2023-12-31' }],
  // The first key of the year.
  ['tooLong', { from: '0002-01-01' }],
  ['badRange', { to: '0002-12-31' }],
])('no other range stands in for one that is wrong: %s %j', (fault, typed) => {
  expect(isCustom({ ...YEAR, ...typed })).toBe(true);
  expect(rangeFault({ ...YEAR, ...typed })).toBe(fault);
  expect(rangeOf({ ...YEAR, ...typed })).toBeUndefined();
});

test('one day alone is not a range', () => {
  expect(rangeFault({ from: '2024-01-01' })).toBe('required');
  expect(rangeFault({ to: '2024-01-01' })).toBe('required');
});
