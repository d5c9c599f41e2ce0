import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileOnce } from '#database/file-once.ts';
import { ConfigError } from './config.ts';

const SECRET_BYTES = 32;
const FILE_NAME = 'secret';

/**
 * Returns the secret of this site: the operator's or, in development, a random one made at the first start and kept
 * in `<dataDir>/secret`, readable only by its user.
 */
export async function openSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  await mkdir(dataDir, { recursive: true });
  return fileOnce(path.join(dataDir, FILE_NAME), randomBytes(SECRET_BYTES).toString('base64url'));
}

/** Returns the secret of a site that was started before; a new one would be known to nobody. Throws ConfigError if there is none. */
export async function readSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  try {
    return await readFile(path.join(dataDir, FILE_NAME), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new ConfigError([
      `APP_SECRET: not set, and there is none in ${path.resolve(dataDir)} yet: name another folder in DATA_DIR, or start the product, which makes one`,
    ]);
  }
}

/** Derives a key for one purpose by HKDF-SHA-256 (RFC 5869). Keys of different purposes tell nothing about each other. */
export function deriveKey(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
}

/** Tells one secret from another, and nothing else about it: 16 hexadecimal digits. */
export const secretMark = (secret: string): string => deriveKey(secret, 'backups', 8).toString('hex');

/** The purposes of keys that encrypt what cannot be made anew, see `npm run ops -- change-secret`. */
export const SEALED = { seeds: 'two-factor seeds', webhooks: 'webhook secrets' } as const;

/** The key under which mailboxes of former members are kept. */
export const mailboxKey = (secret: string): Buffer => deriveKey(secret, 'mailboxes of former members');

/** The key that this site shares with one advertiser of its missions. */
export const advertiserKey = (secret: string, advertiser: string): Buffer =>
  deriveKey(secret, `advertiser ${advertiser}`);
