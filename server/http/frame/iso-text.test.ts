import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoText } from './iso-text.ts';

test('a time has the text of toISOString, whatever times came before', () => {
  fc.assert(
    fc.property(fc.array(fc.date({ noInvalidDate: true })), (times) => {
      expect(times.map(isoText)).toEqual(times.map((time) => time.toISOString()));
    }),
  );
});

test.each([
  '0001-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T12:34:56.007Z',
  '+012026-01-02T03:04:05.678Z',
  '-000044-03-15T12:00:00.000Z',
])('%s stays as it is', (text) => {
  expect(isoText(new Date(text))).toBe(text);
});

test('days beyond those that are remembered have their text too', () => {
  for (let day = 0; day < 2_500; day += 1) {
    const time = new Date(day * 86_400_000 + day);
    expect(isoText(time)).toBe(time.toISOString());
  }
});

test('an invalid date has none', () => {
  expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError);
});
