import { createHmac, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '#domain/common/encrypt.ts';

/** Secrets and signatures of https://www.standardwebhooks.com. */

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const makeSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

export const encryptSecret = (key: Buffer, webhookId: string, secret: string): string =>
  encrypt(key, `webhook ${webhookId}`, secret);
export const decryptSecret = (key: Buffer, webhookId: string, encrypted: string): string =>
  decrypt(key, `webhook ${webhookId}`, encrypted);

/** The secret, or undefined if it was encrypted with another key. */
export function readSecret(key: Buffer, webhookId: string, encrypted: string): string | undefined {
  try {
    return decryptSecret(key, webhookId, encrypted);
  } catch {
    return undefined;
  }
}

export interface Message {
  /** The same for every try, so that a receiver can recognize repeats. */
  id: string;
  body: string;
}

/** The headers of one try, with a signature by each of the secrets. */
export function signedHeaders({ id, body }: Message, secrets: string[], now: Date): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
