import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a browser is known after a sign-in. */
const KNOWN_BROWSER_DAYS = 180;
/**
 * How long a browser that asked for a code has tries of its own: the mail can take ten minutes, and the code is valid
 * for ten.
 */
const ASKED_MINUTES = 30;
const ID_BYTES = 16;

/** What a browser keeps in an HttpOnly cookie of its own. */
export interface BrowserToken {
  value: string;
  /** Lifetime in seconds from now. */
  lives: number;
}

/**
 * A token that the browser has signed in to the account or chose its password by the mailed link; strangers' wrong
 * passwords do not count against it (OWASP, device cookies). It does not sign in, and a new password invalidates all
 * of them.
 */
export const knownBrowser = (key: Buffer, userId: string, passwordHash: string): BrowserToken =>
  makeToken(key, ['known', userId, passwordHash], KNOWN_BROWSER_DAYS * 86_400);

/** Returns the random id of a browser that the account knows, or undefined. */
export const readKnownBrowser = (
  key: Buffer,
  token: string | undefined,
  userId: string,
  passwordHash: string,
): string | undefined => readToken(key, ['known', userId, passwordHash], token);

/** A token that the browser asked for a code for the address; its tries are counted separately from all others. */
export const askedBrowser = (key: Buffer, email: string): BrowserToken =>
  makeToken(key, ['asked', email], ASKED_MINUTES * 60);

/** Returns the random id of a browser that asked for a code for the address, or undefined. */
export const readAskedBrowser = (key: Buffer, token: string | undefined, email: string): string | undefined =>
  readToken(key, ['asked', email], token);

/** `<id>.<end in seconds since 1970>.<HMAC-SHA-256>`, base64url. */
function makeToken(key: Buffer, subject: string[], lives: number): BrowserToken {
  const id = randomBytes(ID_BYTES).toString('base64url');
  const ends = String(Math.floor(Date.now() / 1000) + lives);
  return { value: `${id}.${ends}.${sign(key, [...subject, id, ends]).toString('base64url')}`, lives };
}

function readToken(key: Buffer, subject: string[], token: string | undefined): string | undefined {
  const [id = '', ends = '', signature = ''] = token?.split('.') ?? [];
  const given = Buffer.from(signature, 'base64url');
  const right = sign(key, [...subject, id, ends]);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  return Number(ends) * 1000 > Date.now() ? id : undefined;
}

const sign = (key: Buffer, parts: string[]) =>
  createHmac('sha256', key).update(JSON.stringify(parts)).digest();
