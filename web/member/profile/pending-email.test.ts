import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPendingEmail, keepPendingEmail, pendingEmail } from './pending-email.ts';

const ADA = { id: 'ada', email: 'ada@old.example' };
const NEW = 'ada@new.example';

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.useRealTimers());

test('a new address waits for its code over a reload, for its member alone, until it is given up', () => {
  expect(pendingEmail(ADA)).toBeUndefined();
  keepPendingEmail(ADA.id, NEW);
  expect(pendingEmail(ADA)).toBe(NEW);
  expect(pendingEmail({ ...ADA, id: 'bob' })).toBeUndefined();
  forgetPendingEmail();
  expect(pendingEmail(ADA)).toBeUndefined();
});

test('a new address no longer waits once it is that of the account', () => {
  keepPendingEmail(ADA.id, NEW);
  expect(pendingEmail({ ...ADA, email: NEW })).toBeUndefined();
});

test('a new address waits for an hour', () => {
  vi.useFakeTimers({ now: 0 });
  keepPendingEmail(ADA.id, NEW);
  vi.setSystemTime(59 * 60_000);
  expect(pendingEmail(ADA)).toBe(NEW);
  vi.setSystemTime(60 * 60_000);
  expect(pendingEmail(ADA)).toBeUndefined();
  expect(sessionStorage).toHaveLength(0);
});
