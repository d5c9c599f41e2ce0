import { expect, test } from 'vitest';
import type { RewardOffer } from '#contract/rewards.ts';
import { nextReward } from './next-reward.ts';

type Standing = Pick<RewardOffer, 'unavailable' | 'missingPoints' | 'pricePoints'>;
const POINTS = 370;
const nextOf = (...standings: Standing[]) => nextReward({ offers: standings as RewardOffer[] }, POINTS);
const offer = (
  unavailable: RewardOffer['unavailable'],
  pricePoints: number,
  missingPoints = 0,
): Standing => ({
  unavailable,
  pricePoints,
  missingPoints,
});
const open = offer(null, 100);
const locked = offer('first_redemption_tier', 500);
const missing = (points: number) => offer('insufficient_points', POINTS + points, points);

test('the next reward is the one that lacks the fewest points, in any order of the list', () => {
  expect(nextOf(open, missing(1_400), missing(130), missing(400))).toEqual({
    state: 'missing',
    offer: missing(130),
  });
  const first = offer('below_threshold', 100, 60);
  expect(nextOf(first, locked)).toEqual({ state: 'missing', offer: first });
});

test('a reward that no points buy now is not the next one, and then nothing says that all are in reach', () => {
  expect(nextOf(offer('out_of_stock', 500), open)).toEqual({ state: 'none' });
  expect(nextOf(offer('not_in_region', 100), offer('out_of_stock', 100))).toEqual({ state: 'none' });
  expect(nextOf()).toEqual({ state: 'none' });
  expect(nextOf(offer('out_of_stock', 100), open)).toEqual({ state: 'all' });
});

test('where nothing can be used, that is said', () => {
  expect(nextOf(offer('not_in_region', 100), offer('not_in_region', 500))).toEqual({ state: 'region' });
  expect(nextOf(offer('not_in_region', 100), missing(130))).toEqual({
    state: 'missing',
    offer: missing(130),
  });
});

test('before the first redemption, that is what comes next once it is in reach', () => {
  expect(nextOf(open, locked)).toEqual({ state: 'first' });
  expect(nextOf(open, open)).toEqual({ state: 'all' });
});
