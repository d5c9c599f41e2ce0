import * as z from 'zod/mini';
import { fault } from './faults.ts';
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  VERIFICATION_CODE_LENGTH,
} from './sign-in.values.ts';

/** Rules of input fields for the contract and the browser's forms; zod/mini keeps them small. */

/** PostgreSQL cannot store U+0000 in text. */
export const withoutNul = z.refine<string>((value) => !value.includes('\u0000'), fault('invalid'));

/** PostgreSQL has no year 0000, but ISO 8601 does. */
export const isOfOurEra = (date: string): boolean => !date.startsWith('0000');

/** An email address; parsing trims it and makes it lower case. */
export const email = z.pipe(
  z.string().check(z.maxLength(EMAIL_MAX_LENGTH, fault('email')), z.trim(), z.toLowerCase()),
  z.email(fault('email')),
);

/** Text that must not be empty; parsing trims it. */
export const required = z.string().check(z.trim(), z.minLength(1, fault('required')));

export const name = z
  .string()
  .check(z.trim(), z.minLength(1, fault('required')), z.maxLength(NAME_MAX_LENGTH), withoutNul);

/** A password as typed at sign-in: checks only its size; its quality is checked where a password is chosen. */
export const password = z
  .string()
  .check(z.minLength(1, fault('required')), z.maxLength(PASSWORD_MAX_LENGTH), withoutNul);

/** A new password. `minimum` is a setting of the site. */
export const newPassword = (minimum: number) =>
  z
    .string()
    .check(z.minLength(minimum, fault('passwordLength')), z.maxLength(PASSWORD_MAX_LENGTH), withoutNul);

/** Apps show a space in the middle, and what is pasted may have one around it. */
export const verificationCode = z.string().check(
  z.overwrite((code) => code.replaceAll(/\s/g, '')),
  z.regex(new RegExp(`^\\d{${VERIFICATION_CODE_LENGTH}}$`), fault('code')),
);

/** The id that a browser gives a request of its own; the same id means the same request. */
export const requestId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, fault('invalid')));

const addressLine = z
  .string()
  .check(z.trim(), z.minLength(1, fault('required')), z.maxLength(100, fault('invalid')), withoutNul);
const optionalLine = z.string().check(z.trim(), z.maxLength(100, fault('invalid')), withoutNul);

/** A postal address as card issuers require it. Lines that a country does not use are empty. */
export const billingAddress = z.object({
  line1: addressLine,
  line2: optionalLine,
  city: addressLine,
  /** State or province. */
  state: optionalLine,
  postalCode: z
    .string()
    .check(z.trim(), z.minLength(1, fault('required')), z.maxLength(20, fault('invalid')), withoutNul),
  /** ISO 3166-1 alpha-2. The server knows which there are: the list would be long for a browser. */
  country: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, fault('invalid'))),
});
