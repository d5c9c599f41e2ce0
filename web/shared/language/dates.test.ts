import { expect, test } from 'vitest';
import { formatOf } from './dates.ts';

const now = new Date('2026-11-20T12:00:00');
const moment = (when: string) => {
  const at = new Date(when);
  return new Intl.DateTimeFormat('en', formatOf('moment', at, now)).format(at);
};

test('a moment of another year shows the year', () => {
  expect(moment('2026-11-20T19:05:00')).toBe('November 20 at 7:05 PM');
  expect(moment('2027-11-20T19:05:00')).toBe('November 20, 2027 at 7:05 PM');
  expect(moment('2025-12-31T23:59:00')).toBe('December 31, 2025 at 11:59 PM');
});
