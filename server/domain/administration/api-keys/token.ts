import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { KEY_PREFIX } from '#contract/api-keys.values.ts';

const RANDOM_BYTES = 32;
/** `pk_live_`, 32 random bytes and a checksum of four, in base64url. */
const SHAPE = new RegExp(`^${KEY_PREFIX}([\\w-]{43})([\\w-]{6})$`);
/** Characters of the random part that the list shows: 24 of its 256 bits. */
const HINT_LENGTH = 4;

/** Returns a new key, the hash that is stored, and its first characters. */
export function makeToken(): { token: string; hash: Buffer; hint: string } {
  const random = randomBytes(RANDOM_BYTES).toString('base64url');
  const token = `${KEY_PREFIX}${random}${checksum(random)}`;
  return { token, hash: hashOf(token), hint: random.slice(0, HINT_LENGTH) };
}

/** Whether the text can be a key: its checksum shows mistyped ones without a query. */
export function isToken(text: string): boolean {
  const [, random = '', sum] = SHAPE.exec(text) ?? [];
  return sum !== undefined && sum === checksum(random);
}

/** The hash by which a key is stored and found. 256 random bits need no slower hash. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

function checksum(random: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(random));
  return bytes.toString('base64url');
}
