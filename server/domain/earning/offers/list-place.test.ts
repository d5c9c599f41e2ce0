import { expect, test } from 'vitest';
import { type ListPlace, readPlace, writePlace } from './list-place.ts';

const place: ListPlace = ['newest', true, 'games', '日本/ö "1"', 1_769_860_800_123_456];

test('a place comes back as it was written, in characters of an address', () => {
  expect(writePlace(place)).toMatch(/^[\w-]+$/);
  expect(readPlace(writePlace(place))).toEqual(place);
});

test.each([
  ['an id of an offer', 'games/1'],
  ['nothing', ''],
  ['JSON of another kind', Buffer.from('{"place":1}').toString('base64url')],
  ['a number that no column has', writePlace(['points', true, 'games', '1', 0.5])],
  ['a number beyond all', writePlace(['points', true, 'games', '1', 1e300])],
  ['an order that there is not', writePlace(['nosuch' as 'points', true, 'games', '1', 0, 0])],
  ['a character that no text of the database has', writePlace(['points', true, 'games', '\u0000', 0, 0])],
])('%s is no place', (_, text) => {
  expect(readPlace(text)).toBeUndefined();
});
