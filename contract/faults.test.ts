import { expect, test } from 'vitest';
import { FAULT_TEXTS, type FaultCode, faultCode, faultText } from './faults.ts';
import * as rules from './rules.ts';

const MINIMUM = 9;
const codes = Object.keys(FAULT_TEXTS) as FaultCode[];

test('the text of a code leads back to the code, for the length of this site alone', () => {
  for (const code of codes) {
    expect(faultCode(faultText(code, MINIMUM), MINIMUM)).toBe(code);
    expect(faultCode(code, MINIMUM)).toBe(code);
  }
  expect(faultText('passwordLength', MINIMUM)).toBe('Password must be at least 9 characters long');
  expect(faultCode('Password must be at least 8 characters long', MINIMUM)).toBeUndefined();
});

test('a message that is no code stays as it is', () => {
  expect(faultText('Use a public https address', MINIMUM)).toBe('Use a public https address');
  expect(faultText('Required', MINIMUM)).toBe('Required');
  expect(faultCode('Use a public https address', MINIMUM)).toBeUndefined();
});

test('a rule names what is wrong by its code', () => {
  const issue = rules.newPassword(MINIMUM).safeParse('short').error?.issues[0]?.message;
  expect(issue).toBe('passwordLength');
  expect(rules.required.safeParse(' ').error?.issues[0]?.message).toBe('required');
});
