import { expect, test } from 'vitest';
import type { RewardOffer } from '#contract/rewards.ts';
import { tiersOf } from './tiers.ts';

const offer = (title: string, pricePoints: number, more: Partial<RewardOffer> = {}): RewardOffer => ({
  id: title,
  kind: 'gift_card',
  title,
  description: '',
  cardTier: null,
  amountUSD: pricePoints,
  pricePoints,
  terms: title,
  picture: null,
  delivery: 'at_once',
  needsDetails: false,
  test: false,
  regions: [],
  unavailable: null,
  missingPoints: 0,
  ...more,
});
const titles = (offers: RewardOffer[]) => tiersOf({ offers }, 0).map(({ offer: { title } }) => title);

test('tiers are the rewards from a thousand points on, cheapest first, at most four', () => {
  const prices = [2_000, 100, 1_000, 1_800, 999, 1_200, 1_500];
  expect(titles(prices.map((price) => offer(`${price}`, price)))).toEqual(['1000', '1200', '1500', '1800']);
});

test('a site with cheap rewards alone shows these, one without rewards none', () => {
  expect(titles([offer('b', 500), offer('a', 100)])).toEqual(['a', 'b']);
  expect(titles([])).toEqual([]);
});

test('what this member cannot have where they are, or nobody can have now, is no tier', () => {
  expect(
    titles([
      offer('far', 1_000, { unavailable: 'not_in_region' }),
      offer('gone', 1_000, { unavailable: 'out_of_stock' }),
      offer('here', 1_500, { unavailable: 'insufficient_points', missingPoints: 1_500 }),
    ]),
  ).toEqual(['here']);
});

test('where there is mobile data, that is what the screen is about', () => {
  const names = ['Book', 'Gold', '10 Gold coins', '5GB Data', '3gb', '4 Go de données', '6GB流量'];
  const offers = [offer('1GB Data', 500), ...names.map((name, index) => offer(name, 1_000 + index))];
  const tiers = tiersOf({ offers }, 0);
  expect(tiers.map(({ offer: { title }, data }) => [title, data])).toEqual([
    ['5GB Data', '5GB'],
    ['3gb', '3GB'],
    ['4 Go de données', null],
    ['6GB流量', null],
  ]);
});

test('what is missing is counted also where the first redemption has to be another one', () => {
  const [tier] = tiersOf({ offers: [offer('a', 1_000, { unavailable: 'first_redemption_tier' })] }, 400);
  expect(tier).toMatchObject({ missingPoints: 600, afterFirst: true });
});
