import { expect, test } from 'vitest';
import { goneReasons, operatorMutants } from './operators.ts';
import { faultsOf, mutated, readMutant, readMutants } from './read.ts';

const TEXT = `lock-dropped
Two go at once.
in server/a.ts
by server/a.test.ts server/b.test.ts
- .where('id', '=', id)
- .forUpdate()
+ .where('id', '=', id)
left Nobody else locks it.
`;

test('a mutant is read from its text', () => {
  expect(readMutant('area', TEXT)).toEqual({
    id: 'area/lock-dropped',
    defect: 'Two go at once.',
    left: 'Nobody else locks it.',
    file: 'server/a.ts',
    find: ".where('id', '=', id)\n.forUpdate()",
    put: ".where('id', '=', id)",
    tests: ['server/a.test.ts', 'server/b.test.ts'],
  });
  expect(() => readMutant('area', TEXT.replace('in server/a.ts\n', ''))).toThrow('area/lock-dropped');
});

test('a mutant takes the place of its text, however that is broken into lines, and of no other', () => {
  const mutant = readMutant('area', TEXT);
  const code = "row\n    .where('id', '=',\n      id)\n    .forUpdate();";
  expect(mutated(mutant, code)).toBe("row\n    .where('id', '=', id);");
  expect(() => mutated(mutant, code + code)).toThrow('has its text 2 times');
  expect(() => mutated(mutant, 'nothing')).toThrow('has its text 0 times');
});

test('every mutant has a name of its own', () => {
  const ids = readMutants().map(({ id }) => id);
  expect(ids.length).toBeGreaterThanOrEqual(150);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every mutant can be tried: its place, its code and its tests are there', () => {
  const exchanged = operatorMutants();
  expect([...readMutants(), ...exchanged].flatMap(faultsOf)).toEqual([]);
  expect(goneReasons(exchanged)).toEqual([]);
});
