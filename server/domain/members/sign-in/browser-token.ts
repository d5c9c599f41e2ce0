import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** A member's browser is known for so long after it signed in. */
const KNOWN_BROWSER_DAYS = 180;
/** A browser that asked for a code may enter one for so long: a mail can take ten minutes, and its code lives ten. */
const ASKED_MINUTES = 30;
const ID_BYTES = 16;

/** What a browser keeps in an HttpOnly cookie of its own. */
export interface BrowserToken {
  value: string;
  /** Seconds from now. */
  lives: number;
}

/**
 * Says that a browser has signed in to the account, or chose its password by the mailed link: strangers' wrong passwords
 * do not count for it (OWASP, device cookies). It signs nobody in, and a new password makes all of them void.
 */
export const knownBrowser = (key: Buffer, userId: string, passwordHash: string): BrowserToken =>
  makeToken(key, ['known', userId, passwordHash], KNOWN_BROWSER_DAYS * 86_400);

/** The random id of a browser that the account knows, or undefined. */
export const readKnownBrowser = (
  key: Buffer,
  token: string | undefined,
  userId: string,
  passwordHash: string,
): string | undefined => readToken(key, ['known', userId, passwordHash], token);

/** Says that a browser asked for a code for the address: its tries are counted apart from those of all others. */
export const askedBrowser = (key: Buffer, email: string): BrowserToken =>
  makeToken(key, ['asked', email], ASKED_MINUTES * 60);

/** The random id of a browser that asked for a code for the address, or undefined. */
export const readAskedBrowser = (key: Buffer, token: string | undefined, email: string): string | undefined =>
  readToken(key, ['asked', email], token);

/** `<id>.<end in seconds of 1970>.<HMAC-SHA-256>`, base64url. */
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
