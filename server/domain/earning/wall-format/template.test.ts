import { expect, test } from 'vitest';
import { fill, inspect, piecesOf, textsOf } from './template.ts';

test('a template is its pieces, without empty texts between them', () => {
  const field = (name: string, filter?: string) => ({ kind: 'field', name, filter });
  expect(piecesOf('{a}{b|int}')).toEqual([field('a'), field('b', 'int')]);
  expect(piecesOf('x{a}y{$b}z')).toEqual([
    { kind: 'text', text: 'x' },
    field('a'),
    { kind: 'text', text: 'y' },
    { kind: 'name', name: 'b', filter: undefined },
    { kind: 'text', text: 'z' },
  ]);
});

test.each([
  ['{a|int}{$b}{c}', { fields: ['a', 'c'], names: ['b'], faults: 0 }],
  ['text alone', { fields: [], names: [], faults: 0 }],
  ['{a|upper}{b|nodash}', { fields: ['a', 'b'], names: [], faults: 1 }],
  ['{a', { fields: [], names: [], faults: 1 }],
])('%s is inspected', (template, expected) => {
  const { fields, names, faults } = inspect(template);
  expect({ fields, names, faults: faults.length }).toEqual(expected);
});

test('a filter that does not exist changes nothing, and each value is encoded by itself', () => {
  const values = { field: (name: string) => ({ a: '1.5', b: 'x/y' })[name], named: () => undefined };
  expect(fill('{a|int} {a|upper} {a|} {b} {c}', values, encodeURIComponent)).toBe('1 1.5 1.5 x%2Fy ');
});

test('templates are found inside of lists and objects, with their paths', () => {
  const value = { a: ['x', { b: 'y' }], none: null, number: 3, on: true };
  expect(textsOf(value, 'p')).toEqual([
    { text: 'x', path: 'p.a[0]' },
    { text: 'y', path: 'p.a[1].b' },
  ]);
});
