import { expect, test } from 'vitest';
import { minutes } from './minutes.ts';

test('a time is written in the digits of its language', () => {
  expect([0, 65, 3_600].map((seconds) => minutes('en', seconds))).toEqual(['0:00', '1:05', '60:00']);
  expect(minutes('bn', 65)).toBe('১:০৫');
});
