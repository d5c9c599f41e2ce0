import { expect, test } from 'vitest';
import { readRule, type TypedRule } from './read-rule.ts';

const EMPTY: TypedRule = {
  ...{ wall: '', category: '', words: '', pointsBelow: '', purchase: '', effect: 'limit' },
  ...{ countries: '', newMemberDays: '' },
};
const read = (typed: Partial<TypedRule>) => readRule({ ...EMPTY, ...typed });

test('empty fields ask for nothing, and spaces around a value do not count', () => {
  expect(read({ words: ' ', countries: ' ' })).toEqual({
    unread: [],
    conditions: { wall: null, category: null, words: null, pointsBelow: null, purchase: null },
    limits: { countries: null, newMemberDays: null },
  });
  const { unread, conditions, limits } = read({
    ...{ pointsBelow: '500 ', newMemberDays: ' 7', countries: ' de, US;fr ', purchase: 'false' },
  });
  expect(unread).toEqual([]);
  expect(conditions).toMatchObject({ pointsBelow: 500, purchase: false });
  expect(limits).toEqual({ countries: ['DE', 'US', 'FR'], newMemberDays: 7 });
});

test.each<Partial<TypedRule>>([
  ...['1,000', '1.000', '0', '-5', '5 00', 'many', '1e3'].flatMap((text) => [
    { pointsBelow: text },
    { newMemberDays: text },
  ]),
  ...['Germany', 'DE Germany', 'DE 12', 'D', 'ß', ','].map((countries) => ({ countries })),
])('a field that cannot be read is named, and not taken as empty: %j', (typed) => {
  expect(read(typed).unread).toEqual(Object.keys(typed));
});

test('what limits members does not matter to a rule that hides', () => {
  expect(read({ effect: 'hide', countries: 'Germany', newMemberDays: 'x' })).toMatchObject({
    unread: [],
    limits: { countries: null, newMemberDays: null },
  });
});
