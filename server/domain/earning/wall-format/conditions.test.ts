import { expect, test } from 'vitest';
import { wall } from '#testing/walls.ts';
import { holds, outcomeOf } from './conditions.ts';

const parameters = new Map([
  ['status', '1'],
  ['amount', '5.00'],
  ['word', 'chargeback-full'],
  ['empty', ''],
]);

test.each([
  ['exists', 'status', undefined, true],
  ['exists', 'empty', undefined, true],
  ['exists', 'missing', undefined, false],
  ['eq', 'status', '1', true],
  ['eq', 'status', '10', false],
  // Texts are compared, not numbers.
  ['eq', 'amount', '5', false],
  ['eq', 'missing', '', false],
  ['in', 'status', ['2', '1'], true],
  ['in', 'status', ['2', '11'], false],
  ['in', 'status', '1', false],
  ['prefix', 'word', 'chargeback', true],
  ['prefix', 'word', 'back', false],
  ['lt', 'amount', '5.01', true],
  ['lt', 'amount', '5', false],
  ['lt', 'amount', '4.99', false],
  ['gt', 'amount', '4.99', true],
  ['gt', 'amount', '5', false],
  ['gt', 'amount', '5.01', false],
  // What is no number is neither below nor above.
  ['lt', 'word', '5', false],
  ['gt', 'word', '5', false],
  ['lt', 'amount', 'many', false],
  ['gt', 'amount', 'many', false],
] as const)('%s: %s against %j is %s', (op, field, value, result) => {
  const cond = { op, field, ...(value === undefined ? {} : { value }) } as Parameters<typeof holds>[0];
  expect(holds(cond, parameters)).toBe(result);
});

test('the first outcome whose conditions all hold counts, and none of them the rest', () => {
  const one = { field: 'status', op: 'eq', value: '1' } as const;
  const other = { field: 'status', op: 'eq', value: '2' } as const;
  const of = (...outcomes: ReturnType<typeof wall>['postback']['outcomes']) =>
    outcomeOf(wall('plain', { outcomes, otherwise: 'credit' }).postback, parameters);
  const then = (when: (typeof one | typeof other)[], what: 'reverse' | 'pending') => ({ when, then: what });
  expect(of(then([one], 'reverse'), then([one], 'pending'))).toBe('reverse');
  expect(of(then([one, other], 'reverse'), then([one], 'pending'))).toBe('pending');
  expect(of(then([other], 'reverse'))).toBe('credit');
  expect(of()).toBe('credit');
});
