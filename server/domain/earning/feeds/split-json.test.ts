import fc from 'fast-check';
import { expect, test } from 'vitest';
import { OFFER_CHARACTERS_MAX, splitJson, UnreadableJson } from './split-json.ts';

/** Splits a text that arrives in pieces of this length. */
function split(text: string, lists: string[], length = 7) {
  const json = splitJson(lists);
  const offers: (string | null)[] = [];
  for (let at = 0; at < text.length; at += length) offers.push(...json.push(text.slice(at, at + length)));
  return { offers, ...json.end() };
}

test('the elements of the list and the answer around it are what JSON.parse reads, however it arrives', () => {
  const around = fc.dictionary(
    fc.string().filter((key) => key !== 'data' && key !== '__proto__'),
    fc.jsonValue({ noUnicodeString: false }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue({ noUnicodeString: false })),
      around,
      around,
      fc.integer({ min: 1, max: 50 }),
      fc.boolean(),
      (offers, before, after, length, isSpaced) => {
        const answer = { ...before, data: { ...after, offers, page: 1 } };
        const text = JSON.stringify(answer, null, isSpaced ? 2 : 0);
        const found = split(text, ['data.offers'], length);
        expect(found.offers.map((one) => JSON.parse(one ?? ''))).toEqual(JSON.parse(JSON.stringify(offers)));
        const emptied = { ...answer, data: { ...answer.data, offers: [] } };
        expect(found.rest).toEqual(JSON.parse(JSON.stringify(emptied)));
        expect(found.list).toBe('data.offers');
      },
    ),
  );
});

test('a list can be the whole answer, or under the second of two names', () => {
  expect(split('[{"id":1},{"id":2}]', ['data', '.']).offers).toEqual(['{"id":1}', '{"id":2}']);
  expect(split('{"more":[1],"wall":{"offers":[2]}}', ['offers', 'wall.offers']).offers).toEqual(['2']);
  expect(split('{"offers":{}}', ['offers']).list).toBeUndefined();
});

test('an element that is too large or no JSON spoils no other', () => {
  const large = JSON.stringify({ text: 'x'.repeat(OFFER_CHARACTERS_MAX) });
  expect(split(`{"offers":[1,${large},{nonsense},2]}`, ['offers'], 1000).offers).toEqual([
    '1',
    null,
    '{nonsense}',
    '2',
  ]);
});

test.each([
  ['{"offers":[1,2', 'it ends in the middle'],
  ['<html></html>', 'it is not JSON'],
  ['{"offers":[1]', 'it is not JSON'],
  ['{"a":'.repeat(100), 'too deep'],
  [`{"a":"${'x'.repeat(300_000)}"}`, 'too much beside the offers'],
])('%.30s is refused', (text, why) => {
  expect(() => split(text, ['offers'], 1000)).toThrow(new UnreadableJson(why));
});

test('arbitrary text is split or refused, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\ao1 ') }), (text) => {
      try {
        split(`{"offers":[${text}`, ['offers'], 3);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableJson);
      }
    }),
  );
});
