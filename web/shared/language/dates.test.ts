import { expect, test } from 'vitest';
import { noteServerTime } from '#web/shared/api/clock.ts';
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

test('the present year is that of the server, also on a device whose clock is years behind', () => {
  const now = new Date(Date.now() + 400 * 86_400_000);
  noteServerTime(now.toUTCString());
  expect(formatOf('moment', now)).not.toHaveProperty('year');
  expect(formatOf('moment', new Date())).toHaveProperty('year');
});
