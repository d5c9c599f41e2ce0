import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareDecimals,
  dollarMicros,
  isCanonicalDecimal,
  isDecimal,
  REVENUE_USD_MAX,
  truncateDecimal,
  wholePoints,
} from './amount.ts';

describe('wholePoints', () => {
  test('rounds down without a float', () => {
    expect(wholePoints('662.6500', 1n)).toEqual({ points: 662n, negative: false });
    expect(wholePoints('0.29', 100n)).toEqual({ points: 29n, negative: false });
    expect(wholePoints('4.35', 100n)).toEqual({ points: 435n, negative: false });
    expect(wholePoints('99.999999999999999999', 1n)).toEqual({ points: 99n, negative: false });
    expect(wholePoints('9007199254740993', 1n)).toEqual({ points: 9007199254740993n, negative: false });
    expect(wholePoints('.5', 1n)).toEqual({ points: 0n, negative: false });
    expect(wholePoints('3.', 1n)).toEqual({ points: 3n, negative: false });
  });

  test('returns the size of a negative amount and its sign; minus zero is not negative', () => {
    expect(wholePoints('-25.9', 1n)).toEqual({ points: 25n, negative: true });
    expect(wholePoints('-0.00', 1n)).toEqual({ points: 0n, negative: false });
  });

  test('refuses any text that is not a plain decimal number', () => {
    for (const text of [
      '',
      '.',
      '+',
      '-',
      '1e3',
      '0x10',
      '1,000',
      ' 1',
      '1 ',
      'NaN',
      'Infinity',
      '1.2.3',
      '--1',
      '١',
      '1'.repeat(41),
    ]) {
      expect(wholePoints(text, 1n), text).toBeUndefined();
    }
  });

  test('agrees with whole cents for every amount of dollars', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(99), fc.nat(9), (dollars, cents, rest) => {
        const text = `${dollars}.${String(cents).padStart(2, '0')}${rest}`;
        expect(wholePoints(text, 100n)?.points).toBe(BigInt(dollars) * 100n + BigInt(cents));
      }),
    );
  });
});

describe('dollarMicros', () => {
  test('is exact to the millionth for every amount of dollars and of cents', () => {
    fc.assert(
      fc.property(
        fc.nat(Number(REVENUE_USD_MAX) - 1),
        fc.nat(999_999),
        fc.nat(9),
        (dollars, micros, rest) => {
          const fraction = String(micros).padStart(6, '0');
          const exact = BigInt(dollars) * 1_000_000n + BigInt(micros);
          expect(dollarMicros(`${dollars}.${fraction}${rest}`, 'dollars')).toBe(exact);
          const cents = `${dollars}${fraction.slice(0, 2)}.${fraction.slice(2)}${rest}`;
          expect(dollarMicros(cents, 'cents')).toBe(exact);
        },
      ),
    );
  });

  test('is undefined for an amount that no wall pays', () => {
    for (const text of ['', '-0.01', '1e3', 'free', `${REVENUE_USD_MAX}.000001`]) {
      expect(dollarMicros(text, 'dollars'), text).toBeUndefined();
    }
  });
});

test('compareDecimals compares by value, not by text', () => {
  expect(compareDecimals('1.0', '1')).toBe(0);
  expect(compareDecimals('9', '10')).toBe(-1);
  expect(compareDecimals('-0.5', '-1')).toBe(1);
  expect(compareDecimals('x', '1')).toBeUndefined();
});

test('truncateDecimal cuts the fraction of either sign and leaves other texts alone', () => {
  expect(['100.1234', '-3.9', '-0.5', '007.2', '', 'abc'].map(truncateDecimal)).toEqual([
    '100',
    '-3',
    '0',
    '7',
    '',
    'abc',
  ]);
});

test('a number has forty characters at the most, and one form apart from trailing zeros', () => {
  for (const text of ['1'.repeat(40), '0', '-0.5', '12.50']) {
    expect([isDecimal(text), isCanonicalDecimal(text)], text).toEqual([true, true]);
  }
  for (const text of ['00.5', '.5', '5.', '+0.5', '007']) {
    expect([isDecimal(text), isCanonicalDecimal(text)], text).toEqual([true, false]);
  }
  for (const text of ['1'.repeat(41), '', '.', '1e3', '1,000', 'x']) {
    expect([isDecimal(text), isCanonicalDecimal(text)], text).toEqual([false, false]);
  }
});
