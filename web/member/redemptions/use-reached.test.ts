import { expect, test } from 'vitest';
import type { RewardOffer } from '#contract/rewards.ts';
import { buysOne } from './use-reached.ts';

const POINTS = 370;
const buys = (unavailable: RewardOffer['unavailable'], pricePoints: number, missingPoints = 0) =>
  buysOne({ offers: [{ unavailable, pricePoints, missingPoints } as RewardOffer] }, POINTS);

test('a balance that is enough buys nothing where no reward can be had for it', () => {
  expect(buysOne({ offers: [] }, POINTS)).toBe(false);
  expect(buys('not_in_region', 100)).toBe(false);
  expect(buys('out_of_stock', 100)).toBe(false);
  expect(buys('insufficient_points', 500, 130)).toBe(false);
  expect(buys(null, 100)).toBe(true);
});

test('points that came after the rewards were read count', () => {
  expect(buys('below_threshold', 100, 60)).toBe(true);
  expect(buys('insufficient_points', 370, 70)).toBe(true);
  // What was taken back meanwhile too.
  expect(buys(null, 500)).toBe(false);
});
