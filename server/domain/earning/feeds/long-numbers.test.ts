import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cpuMsOf } from '#testing/cpu-time.ts';
import { quoteLongNumbers } from './long-numbers.ts';

const read = (json: string) => JSON.parse(quoteLongNumbers(json));

test('a long number keeps its digits, and nothing else becomes a text', () => {
  const json =
    '{"id":1234567890123456789,"next":[-1234567890123456788, 99],"tall":1.2345678901234567890,"far":1e1234567890123456}';
  expect(read(json)).toEqual({
    id: '1234567890123456789',
    next: ['-1234567890123456788', 99],
    tall: 1.2345678901234567,
    far: Number.POSITIVE_INFINITY,
  });
  expect(read('{"a \\" 1234567890123456789":"x\\\\","b":"1234567890123456789"}')).toEqual({
    'a " 1234567890123456789': 'x\\',
    b: '1234567890123456789',
  });
});

test('any whole number is its digits, and any other JSON is what it was', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.json(), (id, other) => {
      const found = read(`{"id":${id},"text":${JSON.stringify(other)}}`);
      expect([String(found.id), found.text]).toEqual([String(id), other]);
    }),
  );
  const small = fc.json().filter((json) => !/\d{16}/.test(json));
  fc.assert(fc.property(small, (json) => void expect(read(json)).toEqual(JSON.parse(json))));
});

test('what is no JSON is passed over in time', () => {
  expect(cpuMsOf(() => quoteLongNumbers(`"${'\\"'.repeat(65_000)}`))).toBeLessThan(1_000);
  expect(cpuMsOf(() => quoteLongNumbers('1,'.repeat(65_000)))).toBeLessThan(1_000);
});
