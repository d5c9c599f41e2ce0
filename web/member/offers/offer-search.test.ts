import { expect, test } from 'vitest';
import { isNarrowed, offerQueryOf } from './offer-search.ts';

test('an address asks for what it names, and what it does not know is left out', () => {
  expect(offerQueryOf({})).toEqual({ order: 'points', deviceFirst: 'desktop' });
  expect(
    offerQueryOf({ search: 2048, order: 'effort', device: 'ipad', category: 'games', favourites: true }),
  ).toEqual({ search: '2048', order: 'effort', device: 'ipad', category: 'games', favourites: 'true' });
  expect(
    offerQueryOf({
      search: ['x'],
      order: 'nosuch',
      device: {},
      category: 'Casual',
      noPurchase: 'no',
      singleStep: 1,
    }),
  ).toEqual({ order: 'points', deviceFirst: 'desktop' });
  expect(offerQueryOf({ search: 'x'.repeat(5_000) }).search).toHaveLength(200);
});

test('an order alone does not narrow the list', () => {
  expect(isNarrowed(offerQueryOf({ order: 'newest' }))).toBe(false);
  expect(isNarrowed(offerQueryOf({ singleStep: true }))).toBe(true);
});
