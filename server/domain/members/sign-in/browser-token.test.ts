import { randomBytes } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { askedBrowser, knownBrowser, readAskedBrowser, readKnownBrowser } from './browser-token.ts';

const key = randomBytes(32);
afterEach(() => vi.useRealTimers());

test('a browser is known to one account with one password, under one key', () => {
  const { value } = knownBrowser(key, 'member', 'hash');
  expect(readKnownBrowser(key, value, 'member', 'hash')).toMatch(/^[\w-]{22}$/);
  expect(readKnownBrowser(key, value, 'other', 'hash')).toBeUndefined();
  expect(readKnownBrowser(key, value, 'member', 'another hash')).toBeUndefined();
  expect(readKnownBrowser(randomBytes(32), value, 'member', 'hash')).toBeUndefined();
  expect(readAskedBrowser(key, value, 'member')).toBeUndefined();
});

test('a changed token and odd texts are not accepted', () => {
  const { value } = askedBrowser(key, 'a@example.com');
  const [id = '', ends = '', signature = ''] = value.split('.');
  expect(readAskedBrowser(key, value, 'a@example.com')).toBe(id);
  for (const odd of [
    `x${id}.${ends}.${signature}`,
    `${id}.${Number(ends) + 1}.${signature}`,
    `${id}.${ends}.${signature.slice(1)}`,
    `${id}.${ends}.`,
    `${id}.${ends}`,
    '',
    '..',
    undefined,
  ]) {
    expect(readAskedBrowser(key, odd, 'a@example.com')).toBeUndefined();
  }
});

test('a browser that asked for a code is known for half an hour, one that signed in for half a year', () => {
  vi.useFakeTimers();
  const asked = askedBrowser(key, 'a@example.com');
  const known = knownBrowser(key, 'member', 'hash');
  expect([asked.lives, known.lives]).toEqual([1_800, 180 * 86_400]);
  vi.advanceTimersByTime(1_790_000);
  expect(readAskedBrowser(key, asked.value, 'a@example.com')).toBeDefined();
  vi.advanceTimersByTime(20_000);
  expect(readAskedBrowser(key, asked.value, 'a@example.com')).toBeUndefined();
  expect(readKnownBrowser(key, known.value, 'member', 'hash')).toBeDefined();
  vi.advanceTimersByTime(180 * 86_400_000);
  expect(readKnownBrowser(key, known.value, 'member', 'hash')).toBeUndefined();
});
