import { isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blockOf, networkOf, siteOf } from './network.ts';

/** The groups of an IPv6 address, many of them zero, as in common addresses. */
const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
  minLength: 8,
  maxLength: 8,
});
const hex = (numbers: number[]) => numbers.map((number) => number.toString(16));
/** The ways to write one address. */
const WRITINGS: ((numbers: number[]) => string)[] = [
  (numbers) => hex(numbers).join(':'),
  (numbers) => hex(numbers).join(':').toUpperCase(),
  (numbers) =>
    hex(numbers)
      .map((group) => group.padStart(4, '0'))
      .join(':'),
  (numbers) => new URL(`http://[${hex(numbers).join(':')}]`).hostname.slice(1, -1),
  (numbers) => `${hex(numbers).join(':')}%br-lan.0`,
  (numbers) => {
    const bytes = numbers.slice(6).flatMap((group) => [group >> 8, group & 255]);
    return `${hex(numbers.slice(0, 6)).join(':')}:${bytes.join('.')}`;
  },
];

test('an IPv6 address counts as its /64 and its /48 in every spelling', () => {
  fc.assert(
    fc.property(groups, fc.constantFrom(...WRITINGS), (numbers, written) => {
      const ip = written(numbers);
      expect(isIP(ip)).toBe(6);
      const prefix = (count: number) => `${hex(numbers.slice(0, count)).join(':')}::/${count * 16}`;
      expect([networkOf(ip), siteOf(ip), blockOf(ip)]).toEqual([prefix(4), prefix(3), prefix(3)]);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['::', '0:0:0:0::/64'],
  ['::ffff:192.0.2.1', '0:0:0:0::/64'],
  ['2001:db8::1:0:0:192.0.2.1', '2001:db8:0:1::/64'],
  ['2001:db8:1::192.0.2.1', '2001:db8:1:0::/64'],
])('the network of %s, whose zeros are left out, is %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});

test.each(['', 'unknown', '1.2', '0x7f.1', '1::2::3', '2001:db8::/32'])(
  '%j, which is not an address, counts as itself',
  (text) => {
    expect([networkOf(text), siteOf(text), blockOf(text)]).toEqual([text, text, text]);
  },
);

test('an IPv4 address counts as itself, and as its /24 for a block', () => {
  expect([networkOf('192.0.2.7'), siteOf('192.0.2.7'), blockOf('192.0.2.7')]).toEqual([
    ...['192.0.2.7', '192.0.2.7', '192.0.2.0/24'],
  ]);
});
