import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** RFC 4226, section 4, R6: 160 bits are recommended. */
const SEED_BYTES = 20;
/** A code of one step before or after is taken too, for clocks that are off (RFC 6238, section 5.2). */
const TOLERANCE_SECONDS = 30;

/** A new seed for an authenticator app, base32. */
export const makeSeed = (): string => generateSecret({ length: SEED_BYTES });

/** The address that an authenticator app reads from a QR code (Key Uri Format of Google Authenticator). */
export const seedUri = (seed: string, issuer: string, email: string): string =>
  generateURI({ issuer, label: email, secret: seed });

/** The seed as it is stored: nonce, ciphertext and tag in base64url. It can be opened for this member alone. */
export function sealSeed(key: Buffer, userId: string, seed: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(userId));
  const ciphertext = Buffer.concat([cipher.update(seed, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64url');
}

/** Throws if the stored seed was changed, belongs to another member, or was sealed under another key. */
export function openSeed(key: Buffer, userId: string, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(-TAG_BYTES));
  const ciphertext = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}

/** The time step (RFC 6238) that the code belongs to, or undefined for a code of no step near now. */
export function stepOf(seed: string, code: string): number | undefined {
  const result = verifySync({ secret: seed, token: code, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
