/** Longest amount that is read, in digits. */
const AMOUNT_LENGTH_MAX = 40;
/** Largest revenue that one call can name, in dollars; a larger one is taken for a mistake. */
export const REVENUE_USD_MAX = 10_000n;
const MICROS = { dollars: 1_000_000n, cents: 10_000n } as const;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?$/;

/** A decimal number: `sign` times `digits` over 10 to the `scale`. */
interface Decimal {
  negative: boolean;
  digits: bigint;
  scale: number;
}

/** Reads `12`, `-0.50`, `.5` and `3.`, but no exponents or separators of thousands. Undefined for anything else. */
function parseDecimal(text: string): Decimal | undefined {
  const match = text.length <= AMOUNT_LENGTH_MAX ? DECIMAL.exec(text) : null;
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = BigInt(whole + fraction);
  return { negative: sign === '-' && digits > 0n, digits, scale: fraction.length };
}

/** True for a decimal number in its one form, apart from trailing zeros: `0.50`, but not `.5`, `00.5`, `+0.5` or `5.`. */
export const isCanonicalDecimal = (text: string): boolean =>
  text.length <= AMOUNT_LENGTH_MAX && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text);

export const isDecimal = (text: string): boolean => parseDecimal(text) !== undefined;

/**
 * Returns below zero, zero or above zero as `a` is less than, equal to or greater than `b`; undefined if either is
 * not a number.
 */
export function compareDecimals(a: string, b: string): number | undefined {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  if (!left || !right) return undefined;
  const scale = Math.max(left.scale, right.scale);
  const difference = scaled(left, scale) - scaled(right, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Returns the whole part of a decimal number as text (`-0.5` gives `0`); any other text is returned unchanged. */
export function truncateDecimal(text: string): string {
  const decimal = parseDecimal(text);
  if (!decimal) return text;
  const whole = decimal.digits / 10n ** BigInt(decimal.scale);
  return String(decimal.negative ? -whole : whole);
}

/**
 * Returns the whole points of a decimal text times `factor` (1 for points and cents, 100 for dollars), rounded
 * towards zero with integer arithmetic. `negative` tells the sign: -0.5 is negative although it is zero points.
 */
export function wholePoints(text: string, factor: bigint): { points: bigint; negative: boolean } | undefined {
  const decimal = parseDecimal(text);
  if (!decimal) return undefined;
  return { points: (decimal.digits * factor) / 10n ** BigInt(decimal.scale), negative: decimal.negative };
}

/**
 * Returns the whole millionths of a dollar of a decimal text in dollars or cents; smaller parts are cut off, with
 * integer arithmetic. Undefined if it is not a number, is below zero or above REVENUE_USD_MAX.
 */
export function dollarMicros(text: string, unit: keyof typeof MICROS): bigint | undefined {
  const decimal = parseDecimal(text);
  if (!decimal || decimal.negative) return undefined;
  const micros = (decimal.digits * MICROS[unit]) / 10n ** BigInt(decimal.scale);
  return micros <= REVENUE_USD_MAX * MICROS.dollars ? micros : undefined;
}

const scaled = (decimal: Decimal, scale: number): bigint =>
  (decimal.negative ? -decimal.digits : decimal.digits) * 10n ** BigInt(scale - decimal.scale);
