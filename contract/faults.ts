/**
 * Faults of input fields. A rule's message is the fault's code. Callers of the API get its English text; the browser
 * shows the text of its own language.
 */
export const FAULT_TEXTS = {
  required: 'Required',
  invalid: 'Invalid input',
  email: 'Please enter a valid email address',
  phone: 'Please enter a valid phone number',
  code: 'Verification code must be 6 digits',
  /** `{minimum}` is a setting of the site. */
  passwordLength: 'Password must be at least {minimum} characters long',
  passwordsDiffer: "Passwords don't match",
};
export type FaultCode = keyof typeof FAULT_TEXTS;

const CODES = Object.keys(FAULT_TEXTS) as FaultCode[];

/** Returns the code as the message of a rule; an unknown code fails the type check. */
export const fault = (code: FaultCode): FaultCode => code;

/** Returns the English text of a code, and any other message, such as one of zod's, unchanged. */
export function faultText(message: string, passwordMinLength: number): string {
  const code = CODES.find((known) => known === message);
  return code ? FAULT_TEXTS[code].replace('{minimum}', String(passwordMinLength)) : message;
}

/** Returns the code of a rule's message or of the API's English text; undefined for any other message. */
export const faultCode = (message: string, passwordMinLength: number): FaultCode | undefined =>
  CODES.find((code) => code === message || faultText(code, passwordMinLength) === message);
