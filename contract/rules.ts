import * as z from 'zod/mini';
import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  VERIFICATION_CODE_LENGTH,
} from './sign-in.values.ts';

/** The rules of input fields, shared by the contract and the browser's forms (zod/mini keeps them small). */

/** PostgreSQL cannot store U+0000 in text. */
export const withoutNul = z.refine<string>((value) => !value.includes('\u0000'), 'Invalid input');

/** PostgreSQL has no year 0000, which ISO 8601 has. */
export const isOfOurEra = (date: string): boolean => !date.startsWith('0000');

/** An e-mail address; trimmed and lower case after parsing. */
export const email = z.pipe(
  z
    .string()
    .check(z.maxLength(EMAIL_MAX_LENGTH, 'Please enter a valid email address'), z.trim(), z.toLowerCase()),
  z.email('Please enter a valid email address'),
);

export const name = z
  .string()
  .check(z.trim(), z.minLength(1, 'Required'), z.maxLength(NAME_MAX_LENGTH), withoutNul);

/** A password as typed at sign-in: only its size is checked, its quality is checked where one is chosen. */
export const password = z
  .string()
  .check(z.minLength(1, 'Required'), z.maxLength(PASSWORD_MAX_LENGTH), withoutNul);

/** A password being chosen. `minimum` is the site's setting. */
export const newPassword = (minimum: number) =>
  z
    .string()
    .check(
      z.minLength(minimum, `Password must be at least ${minimum} characters long`),
      z.maxLength(PASSWORD_MAX_LENGTH),
      withoutNul,
    );

export const verificationCode = z
  .string()
  .check(
    z.trim(),
    z.regex(new RegExp(`^\\d{${VERIFICATION_CODE_LENGTH}}$`), 'Verification code must be 6 digits'),
  );

/** What a browser makes to name one request of its own: repeated, it is the same request. */
export const requestId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/, 'Invalid input'));

const addressLine = z
  .string()
  .check(z.trim(), z.minLength(1, 'Required'), z.maxLength(100, 'Invalid input'), withoutNul);
const optionalLine = z.string().check(z.trim(), z.maxLength(100, 'Invalid input'), withoutNul);

/** A postal address as card issuers ask for it. Lines that a country does not have are empty. */
export const billingAddress = z.object({
  line1: addressLine,
  line2: optionalLine,
  city: addressLine,
  /** State or province. */
  state: optionalLine,
  postalCode: z
    .string()
    .check(z.trim(), z.minLength(1, 'Required'), z.maxLength(20, 'Invalid input'), withoutNul),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/, 'Invalid input')),
});
