import { expect, test } from 'vitest';
import { isNarrowed, offerQueryOf } from './offer-search.ts';

const WALLS = [
  { id: 'games', title: 'Wall games' },
  { id: '7', title: 'Seven' },
];

test('an address asks for what it names, and what it does not know is left out', () => {
  expect(offerQueryOf({}, WALLS)).toEqual({ order: 'points', deviceFirst: 'desktop' });
  expect(
    offerQueryOf(
      { search: 2048, order: 'effort', device: 'ipad', category: 'games', wall: 7, favourites: true },
      WALLS,
    ),
  ).toEqual({
    search: '2048',
    order: 'effort',
    device: 'ipad',
    category: 'games',
    wall: '7',
    favourites: 'true',
  });
  expect(
    offerQueryOf(
      {
        search: ['x'],
        order: 'nosuch',
        device: {},
        category: 'Casual',
        wall: 'nosuch',
        noPurchase: 'no',
        singleStep: 1,
      },
      WALLS,
    ),
  ).toEqual({ order: 'points', deviceFirst: 'desktop' });
  expect(offerQueryOf({ search: 'x'.repeat(5_000) }, WALLS).search).toHaveLength(200);
});

test('an order alone does not narrow the list', () => {
  expect(isNarrowed(offerQueryOf({ order: 'newest' }, WALLS))).toBe(false);
  expect(isNarrowed(offerQueryOf({ singleStep: true }, WALLS))).toBe(true);
  expect(isNarrowed(offerQueryOf({ wall: 'games' }, WALLS))).toBe(true);
});
