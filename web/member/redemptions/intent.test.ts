import { beforeEach, expect, test, vi } from 'vitest';
import { forgetIntent, keepIntent, keptIntent, markSent } from './intent.ts';

const FIVE = { id: '0195f3c2-0000-7000-8000-000000000005', pricePoints: 500, terms: 'five' };
const TEN = { id: '0195f3c2-0000-7000-8000-000000000010', pricePoints: 1_000, terms: 'ten' };

// Node stores localStorage in a file and sessionStorage in memory; the interface is the same.
vi.stubGlobal('localStorage', sessionStorage);
beforeEach(() => localStorage.clear());

test('an intent survives a reload with its request id, price and terms and that it was sent, until its response', () => {
  const chosen = keepIntent('member', FIVE);
  expect(keptIntent('member')).toEqual(chosen);
  expect(chosen.sent).toBe(false);
  const intent = markSent(chosen);
  // A reload reads nothing but what was stored.
  expect(keptIntent('member')).toEqual({
    memberId: 'member',
    requestId: chosen.requestId,
    rewardId: FIVE.id,
    pricePoints: 500,
    terms: 'five',
    sent: true,
  });
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

test('what is chosen again has the price and the terms of now, and the same id', () => {
  const first = keepIntent('member', FIVE);
  const now = { ...FIVE, pricePoints: 600, terms: 'six' };
  expect(keepIntent('member', now)).toEqual({ ...first, pricePoints: 600, terms: 'six' });
  expect(keptIntent('member')).toMatchObject({ pricePoints: 600, terms: 'six' });
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
