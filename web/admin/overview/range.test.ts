import { expect, test } from 'vitest';
import { rangeOf, todayIn } from './range.ts';

const days = ({ from, to }: { from: string; to: string }) =>
  (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

test('the range is the last 30 days up to today unless the address says otherwise', () => {
  const range = rangeOf({ zone: 'Asia/Tokyo' });
  expect(range).toMatchObject({ to: todayIn('Asia/Tokyo'), timeZone: 'Asia/Tokyo' });
  expect(days(range)).toBe(30);
  expect(days(rangeOf({ days: '7' }))).toBe(7);
  expect(rangeOf({ from: '2026-01-05', to: '2026-02-01', zone: 'UTC' })).toEqual({
    from: '2026-01-05',
    to: '2026-02-01',
    timeZone: 'UTC',
  });
});

test.each<Record<string, string>>([
  { from: '2026-02-01', to: '2026-01-01' },
  { from: '2020-01-01', to: '2026-01-01' },
  { from: 'x', to: '2026-01-01' },
  { days: '5000' },
  { zone: 'Mars/Olympus' },
  { zone: '+05:30' },
])('a range that makes no sense is ignored: %j', (search) => {
  const range = rangeOf(search);
  expect(days(range)).toBe(30);
  expect(range.timeZone).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});
