import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

const SECRET_BYTES = 32;
const FILE_NAME = 'secret';

/**
 * Returns the secret of this site: the operator's or, in development, a random one made at the first start and kept
 * in `<dataDir>/secret`, readable only by its user.
 */
export async function openSecret(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given;
  const file = path.join(dataDir, FILE_NAME);
  await mkdir(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600 });
  try {
    // If two processes start at once, one writes the whole secret and the other reads it.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
  return readFile(file, 'utf8');
}

/** Derives a key for one purpose by HKDF-SHA-256 (RFC 5869). Keys of different purposes tell nothing about each other. */
export function deriveKey(secret: string, purpose: string, bytes = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, bytes));
}

/** The purposes of keys that encrypt what cannot be made anew, see `npm run ops -- change-secret`. */
export const SEALED = { seeds: 'two-factor seeds', webhooks: 'webhook secrets' } as const;

/** The key that this site shares with one advertiser of its missions. */
export const advertiserKey = (secret: string, advertiser: string): Buffer =>
  deriveKey(secret, `advertiser ${advertiser}`);
