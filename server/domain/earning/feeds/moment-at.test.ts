import fc from 'fast-check';
import { expect, test } from 'vitest';
import { momentAt } from './moment-at.ts';

const read = (value: unknown) => momentAt({ end: value }, 'end');

test.each([
  ['2027-01-31T12:00:00+02:00', '2027-01-31T10:00:00.000Z'],
  ['2027-01-31T12:00:00Z', '2027-01-31T12:00:00.000Z'],
  ['2027-01-31 12:00:00', '2027-01-31T12:00:00.000Z'],
  ['2027-01-31', '2027-01-31T23:59:59.000Z'],
  ['1801396800', '2027-01-31T12:00:00.000Z'],
  [1_801_396_800, '2027-01-31T12:00:00.000Z'],
  ['0000-00-00 00:00:00', null],
  ['2027-02-31', null],
  ['9999-12-31', null],
  ['31.01.2027', null],
  ['soon', null],
  ['', null],
  [null, null],
  [true, null],
  [{ at: '2027-01-31' }, null],
])('%j is %j', (value, moment) => {
  expect(read(value)).toBe(moment);
});

test('whatever a company sends is a time of this century or nothing', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const found = read(value);
      if (found !== null) expect(found).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
    }),
  );
});
