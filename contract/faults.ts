/**
 * What can be wrong with a field. Rules carry the code as their message; callers of the API read the English text, the
 * browser shows the text of its language.
 */
export const FAULT_TEXTS = {
  required: 'Required',
  invalid: 'Invalid input',
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number',
  code: 'Verification code must be 6 digits',
  /** `{minimum}` is the site's setting. */
  passwordLength: 'Password must be at least {minimum} characters long',
  passwordsDiffer: "Passwords don't match",
};
export type FaultCode = keyof typeof FAULT_TEXTS;

const CODES = Object.keys(FAULT_TEXTS) as FaultCode[];

/** The code as the message of a rule: a code that does not exist fails the type check. */
export const fault = (code: FaultCode): FaultCode => code;

/** The English text of a code. Any other message, such as one of zod itself, stays as it is. */
export function faultText(message: string, passwordMinLength: number): string {
  const code = CODES.find((known) => known === message);
  return code ? FAULT_TEXTS[code].replace('{minimum}', String(passwordMinLength)) : message;
}

/** The code that a rule carries or that the English text of the API stands for; undefined for any other message. */
export const faultCode = (message: string, passwordMinLength: number): FaultCode | undefined =>
  CODES.find((code) => code === message || faultText(code, passwordMinLength) === message);
