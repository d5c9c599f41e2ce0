import { createECDH } from 'node:crypto';
import { type Agent, request } from 'node:https';
import { encryptNotification, type VapidKeys, vapidHeaders } from '@block65/webcrypto-web-push';
import type { Push, PushMessage, PushSubscription } from '#domain/notices/index.ts';
import { responseOf } from '#providers/common/response-of.ts';

/** The service drops a message that the browser does not fetch within this time. */
const TTL_SECONDS = 86_400;
const TIMEOUT_MS = 15_000;
/** Statuses for a subscription that the service does not know: RFC 8030, section 7.3. */
const GONE = new Set([404, 410]);
/**
 * Statuses for a token that the service does not take: with a key that is not the one that the browser subscribed with, 403 by
 * RFC 8292, section 4.2, and so does Google's service, while Mozilla's says 401 (autopush, error 109); and with a wrong time or
 * address in it.
 */
const REFUSED = new Set([401, 403]);
/** The order of P-256 (SEC 2, section 2.4.2). */
const P256_ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/**
 * Sends through the push services of browsers: encrypted for the browser (RFC 8291), signed by VAPID (RFC 8292).
 * `seed` is 40 secret bytes from which the signing key is derived, so that every process of the site has the same one
 * and none is stored. `subject` is a `mailto:` or `https:` address by which services reach the operator. `agent` is
 * for services with a certificate of their own.
 */
export function webPushService(options: { seed: Buffer; subject: string; agent?: Agent }): Push {
  const vapid = { subject: options.subject, ...vapidKeys(options.seed) };
  return {
    publicKey: vapid.publicKey,
    send: async (subscription, message) => {
      const status = await post(subscription, message, vapid, options.agent);
      if (GONE.has(status)) return 'gone';
      if (REFUSED.has(status)) return 'refused';
      if (status < 200 || status > 299) throw new Error(`the push service responded with ${status}`);
      return 'sent';
    },
  };
}

/** Private scalar and public point of P-256, base64url; the scalar as FIPS 186-5, A.2.1 derives it from random bits. */
function vapidKeys(seed: Buffer): { publicKey: string; privateKey: string } {
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (P256_ORDER - 1n)) + 1n;
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return {
    publicKey: curve.getPublicKey('base64url', 'uncompressed'),
    privateKey: privateKey.toString('base64url'),
  };
}

/**
 * Returns the status without reading the response's body. Follows no redirects, since only the subscription's address
 * was checked.
 */
async function post(
  subscription: PushSubscription,
  message: PushMessage,
  vapid: VapidKeys,
  agent: Agent | undefined,
): Promise<number> {
  const { endpoint, keys } = subscription;
  const target = { endpoint, keys, expirationTime: null };
  const text = new TextEncoder().encode(JSON.stringify(message));
  const [body, { headers }] = await Promise.all([
    encryptNotification(target, text, { pad: false }),
    vapidHeaders(target, vapid),
  ]);
  const call = request(endpoint, {
    method: 'POST',
    headers: {
      ...headers,
      'Content-Encoding': 'aes128gcm',
      'Content-Length': body.length,
      'Content-Type': 'application/octet-stream',
      TTL: TTL_SECONDS,
      Urgency: 'normal',
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(agent ? { agent } : {}),
  });
  const response = await responseOf(call.end(body));
  response.destroy();
  return response.statusCode ?? 0;
}
