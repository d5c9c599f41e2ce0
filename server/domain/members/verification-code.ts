import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { VERIFICATION_CODE_LENGTH } from '#contract/values.ts';

/** Tries that one code allows. */
export const CODE_TRIES_MAX = 5;

/** A new code, as the member types it: digits. */
export const makeCode = (): string =>
  String(randomInt(10 ** VERIFICATION_CODE_LENGTH)).padStart(VERIFICATION_CODE_LENGTH, '0');

/** How a code is stored: hex of HMAC-SHA-256 of address and code, as a bare hash of six digits would tell them. */
export const codeHash = (key: Buffer, email: string, code: string): string =>
  createHmac('sha256', key).update(`${email}\n${code}`).digest('hex');

/** Compares two such hashes in constant time. */
export const sameHash = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a), Buffer.from(b));
