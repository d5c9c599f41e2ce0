import { expect, test } from 'vitest';
import { directionOf } from './direction.ts';

test.each([
  ['en', 'ltr'],
  ['ur', 'rtl'],
  ['ja', 'ltr'],
  ['ar', 'rtl'],
])('%s is read %s', (language, direction) => {
  expect(directionOf(language)).toBe(direction);
});
