import { expect, test } from 'vitest';
import type { RewardStatus } from '#contract/rewards.values.ts';
import { obstacleTo, priceOf } from './eligibility.ts';
import { beginsWithCard, countryOf, usableIn } from './region.ts';

const card = (usd: number) => ({ kind: 'prepaid_card', key: `${usd}USD`, amountCents: usd * 100 }) as const;
const voucher = (usd: number) => ({ kind: 'food_voucher', key: 'lunch', amountCents: usd * 100 }) as const;
const THRESHOLD = 100;
const whyNot = (
  reward: ReturnType<typeof card> | ReturnType<typeof voucher>,
  points: number,
  firstRedemption = false,
) => obstacleTo(reward, { points, firstRedemption }, THRESHOLD);

test('a reward costs as many points as it has cents', () => {
  expect(priceOf(card(5))).toBe(500);
});

test('from the threshold on a reward can be had that the points cover, to the point', () => {
  expect(whyNot(card(1), 99)).toEqual({ code: 'below_threshold', missing: 1 });
  expect(whyNot(card(1), 100)).toBeUndefined();
  expect(whyNot(card(5), 499)).toEqual({ code: 'insufficient_points', missing: 1 });
  expect(whyNot(card(5), 500)).toBeUndefined();
  expect(whyNot(card(5), 501)).toBeUndefined();
  // Of a dearer reward the points that it still costs are named, also below the threshold.
  expect(whyNot(card(5), 0)).toEqual({ code: 'insufficient_points', missing: 500 });
  expect(whyNot(voucher(1), 0)).toEqual({ code: 'below_threshold', missing: 100 });
});

test('the first one is the smallest card, whatever the points', () => {
  expect(whyNot(card(1), 10_000, true)).toBeUndefined();
  for (const reward of [card(5), voucher(1)]) {
    expect(whyNot(reward, 10_000, true)).toEqual({ code: 'first_redemption_tier', missing: 0 });
  }
  expect(whyNot(card(1), 99, true)).toEqual({ code: 'below_threshold', missing: 1 });
});

test('a reward with countries is for those alone, and an unknown country is never refused', () => {
  expect(usableIn(['DE', 'FR'], 'FR')).toBe(true);
  expect(usableIn(['DE', 'FR'], 'US')).toBe(false);
  expect(usableIn([], 'US')).toBe(true);
  expect(usableIn(['DE'], undefined)).toBe(true);
});

test("the first one is the smallest card, unless that is on offer for other countries than the member's", () => {
  const begins = (change: { status?: RewardStatus; regions?: string[] }, country?: string) =>
    beginsWithCard({ status: 'active', regions: ['US'], ...change }, country);
  expect(begins({}, 'US')).toBe(true);
  expect(begins({}, 'MX')).toBe(false);
  expect(begins({})).toBe(true);
  expect(begins({ regions: [] }, 'MX')).toBe(true);
  expect(begins({ status: 'paused' }, 'MX')).toBe(true);
  expect(beginsWithCard(undefined, 'MX')).toBe(true);
});

test('the country of the billing address comes before that of the network', () => {
  expect(countryOf({ billingCountry: 'FR' }, 'US')).toBe('FR');
  expect(countryOf({ billingCountry: null }, 'US')).toBe('US');
  expect(countryOf({ billingCountry: null }, undefined)).toBeUndefined();
});
