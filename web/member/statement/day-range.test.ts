import { expect, test } from 'vitest';
import { dayRange } from './day-range.ts';

test('days begin and end with the local day, the last one included', () => {
  expect(dayRange('2026-03-28', '2026-03-29')).toEqual({
    from: new Date(2026, 2, 28).toISOString(),
    to: new Date(2026, 2, 30).toISOString(),
  });
  expect(dayRange(undefined, '2026-12-31')).toEqual({ to: new Date(2027, 0, 1).toISOString() });
});

test('what is no day, or beyond what the server takes, is left out', () => {
  for (const day of ['', 'yesterday', '2026-13-01', '2026-02-31x', '12026-01-01', '9999-12-31'])
    expect(dayRange(undefined, day), day).toEqual({});
  expect(dayRange('0000-00-00', undefined)).toEqual({});
});
