import { generateSecret, generateURI, verifySync } from 'otplib';

/** RFC 4226, section 4, R6: 160 bits are recommended. */
const SEED_BYTES = 20;
/** Codes of the step before and after are accepted as well, for clocks that are off (RFC 6238, section 5.2). */
const TOLERANCE_SECONDS = 30;

/** A new seed for an authenticator app, base32. */
export const makeSeed = (): string => generateSecret({ length: SEED_BYTES });

/** The address that an authenticator app reads from a QR code (Key Uri Format of Google Authenticator). */
export const seedUri = (seed: string, issuer: string, email: string): string =>
  generateURI({ issuer, label: email, secret: seed });

/** Returns the time step (RFC 6238) of the code; undefined if it matches no step near `now`. */
export function stepOf(seed: string, code: string, now: Date): number | undefined {
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret: seed, token: code, epoch, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
