import { expect, test } from 'vitest';
import { versionText } from './version-text.ts';

test.each([
  ['android', '8.0', null, 'Android 8.0+'],
  ['IOS', '15', '17', 'iOS 15–17'],
  ['constructor', null, '12', 'constructor ≤ 12'],
  ['android', null, null, undefined],
])('%s from %s to %s is %s', (name, min, max, text) => {
  expect(versionText({ name, min, max })).toBe(text);
});
