import { createHmac } from 'node:crypto';

const DIGEST_LENGTH = 16;

/**
 * What the audit trail keeps of an address: its host, and a digest in hex that is another one for another address. Addresses
 * are often secrets, and the trail is read by more people than the list of webhooks, for good. Without the key nobody can try
 * whether a guessed address has this digest.
 */
export const shownAddress = (key: Buffer, url: string): { host: string; addressDigest: string } => ({
  host: new URL(url).host,
  addressDigest: createHmac('sha256', key).update(`address ${url}`).digest('hex').slice(0, DIGEST_LENGTH),
});
