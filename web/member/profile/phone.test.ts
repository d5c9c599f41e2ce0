import { expect, test } from 'vitest';
import { readablePhone } from './phone.ts';

test.each([
  ['+15550100199', '+1 (555) 010-0199'],
  ['+49301234567', '+49 301 234 567'],
  ['+525512345678', '+52 551 234 5678'],
  ['+351212345678', '+351 212 345 678'],
  ['+5511912345678', '+55 119 123 456 78'],
])('%s is written %s', (number, text) => {
  expect(readablePhone(number)).toBe(text);
});

test('a text that is not an E.164 number is shown unchanged', () => {
  expect(readablePhone('call me')).toBe('call me');
});
