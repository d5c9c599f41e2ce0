import { beforeEach, expect, test, vi } from 'vitest';
import { forgetIntent, keepIntent, keptIntent, markSent } from './intent.ts';

const FIVE = '0195f3c2-0000-7000-8000-000000000005';
const TEN = '0195f3c2-0000-7000-8000-000000000010';

// Node stores localStorage in a file and sessionStorage in memory; the interface is the same.
vi.stubGlobal('localStorage', sessionStorage);
beforeEach(() => localStorage.clear());

test('an intent survives a reload with its request id, its price and that it was sent, until its response', () => {
  const chosen = keepIntent('member', FIVE);
  expect(keptIntent('member')).toEqual({ ...chosen, pricePoints: undefined, sent: false });
  const intent = markSent(chosen, 500);
  // A reload reads nothing but what was stored.
  expect(keptIntent('member')).toEqual({
    memberId: 'member',
    requestId: chosen.requestId,
    rewardId: FIVE,
    pricePoints: 500,
    sent: true,
  });
  // A repeat is sent at the price that was agreed to.
  markSent(intent);
  expect(keptIntent('member')).toMatchObject({ pricePoints: 500, sent: true });
  forgetIntent(intent);
  expect(keptIntent('member')).toBeUndefined();
});

test('the same choice in another tab is the same request, until its response', () => {
  const here = keepIntent('member', FIVE);
  const there = keepIntent('member', FIVE);
  expect(there).toEqual(here);
  forgetIntent(markSent(here));
  expect(keepIntent('member', FIVE).requestId).not.toBe(here.requestId);
});

test('another choice is another request, and the response to the first does not remove it', () => {
  const first = keepIntent('member', FIVE);
  const second = keepIntent('member', TEN);
  expect(second.requestId).not.toBe(first.requestId);
  forgetIntent(first);
  expect(keptIntent('member')).toEqual(second);
});

test('a request id matches the rule of the contract and never repeats', () => {
  const ids = Array.from({ length: 200 }, () => {
    const intent = keepIntent('member', FIVE);
    forgetIntent(intent);
    return intent.requestId;
  });
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
});

test('another member in the same browser does not get the intent', () => {
  keepIntent('member', FIVE);
  expect(keptIntent('other')).toBeUndefined();
});
