import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX } from '#contract/api-keys.values.ts';

const RANDOM_BYTES = 32;
/** `pk_live_`, 32 random bytes and four of checksum, in base64url. */
const SHAPE = new RegExp(`^${KEY_PREFIX}([\\w-]{43})([\\w-]{6})$`);
/** How much of the random part the list shows: 24 of its 256 bits. */
const HINT_LENGTH = 4;

/** A new key, what is kept of it, and how it begins. */
export function makeToken(): { token: string; hash: Buffer; hint: string } {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  const token = `${KEY_PREFIX}${random}${checksum(random)}`;
  return { token, hash: hashOf(token), hint: random.slice(0, HINT_LENGTH) };
}

/** Whether this can be a key at all: a misread one, or a text that only looks like one, is told without the database. */
export function isToken(text: string): boolean {
  const [, random = '', sum] = SHAPE.exec(text) ?? [];
  return sum !== undefined && sum === checksum(random);
}

/** How a key is stored, and found again. 256 random bits need no slower hash. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

function checksum(random: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(random));
  return bytes.toString('base64url');
}
