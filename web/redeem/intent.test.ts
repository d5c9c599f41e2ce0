import { beforeEach, expect, test } from 'vitest';
import { forgetIntent, keepIntent, keptIntent } from './intent.ts';

beforeEach(() => sessionStorage.clear());

test('an intent survives a reload with the same request id until it is answered', () => {
  const intent = keepIntent('member', '5USD');
  expect(keptIntent('member')).toEqual(intent);
  forgetIntent();
  expect(keptIntent('member')).toBeUndefined();
});

test('a request id fits the rule of the contract and never repeats', () => {
  const ids = Array.from({ length: 200 }, () => keepIntent('member', '1USD').requestId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
});

test('another member of the same browser does not take up the intent', () => {
  keepIntent('member', '5USD');
  expect(keptIntent('other')).toBeUndefined();
});

test('a kept intent for a card that no longer exists is ignored', () => {
  sessionStorage.setItem(
    'redemption',
    JSON.stringify({ memberId: 'member', requestId: 'abcdefgh', cardTier: '3USD' }),
  );
  expect(keptIntent('member')).toBeUndefined();
});
