import { expect, test } from 'vitest';
import { isDisposable } from './disposable.ts';

test.each([
  ['robin@mailinator.com', true],
  ['robin@sub.mailinator.com', true],
  ['robin@gmail.com', false],
  ['robin@mailinator.example', false],
  ['mailinator.com@example.com', false],
])('%s is a throw-away address: %s', (email, disposable) => {
  expect(isDisposable(email)).toBe(disposable);
});
