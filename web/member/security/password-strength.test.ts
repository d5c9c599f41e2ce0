import { expect, test } from 'vitest';
import { cpuMsOf } from '#testing/cpu-time.ts';
import { strengthOf } from './password-strength.ts';

const judge = (password: string) =>
  strengthOf(password, 6, ['robin.hood@example.com', 'Robin Hood', 'Pocketful']);

test.each([
  ['abc12', 'weak', 'tooShort'],
  ['password', 'weak', 'common'],
  ['Password1!', 'weak', 'common'],
  ['qwertyuiop', 'weak', 'common'],
  ['1234567890', 'weak', 'common'],
  ['robin1', 'weak', 'personal'],
  ['Pocketful2026', 'weak', 'personal'],
  ['aaaaaaaaaaaa', 'weak', 'repeated'],
  ['hood and a long walk', 'fair', 'personal'],
  ['teapot-9', 'fair', 'short'],
  ['a long walk at noon', 'strong', 'good'],
] as const)('%s is %s: %s', (password, level, reason) => {
  expect(judge(password)).toEqual({ level, reason });
});

test('long passwords are judged without delay', () => {
  const judgeLong = () => {
    judge('q'.repeat(128));
    judge(`qwerty${'1a'.repeat(61)}`);
  };
  // A collection of garbage is in one of them at most.
  expect(Math.min(...[1, 2, 3].map(() => cpuMsOf(judgeLong)))).toBeLessThan(50);
});
