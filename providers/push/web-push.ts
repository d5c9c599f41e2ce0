import { createECDH } from 'node:crypto';
import { type Agent, request } from 'node:https';
import webPush from 'web-push';
import type { Push, PushMessage, PushSubscription } from '#domain/notices/index.ts';

/** A message that its browser did not fetch within this time is dropped by the service. */
const TTL_SECONDS = 86_400;
const TIMEOUT_MS = 15_000;
/** The service does not know the subscription (any more): RFC 8030, section 7.3. */
const GONE = new Set([404, 410]);
/** Largest value below the order of P-256, minus one (SEC 2, section 2.4.2). */
const P256_ORDER = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');

/**
 * Sends through the push services of browsers: encrypted for the browser (RFC 8291), signed by VAPID (RFC 8292).
 * `seed` are 40 secret bytes from which the signing key is made, so that every process of the site has the same one and
 * none is stored; `subject` is a `mailto:` or `https:` address under which services reach the operator. `agent` is for
 * services with a certificate of their own.
 */
export function webPushService(options: { seed: Buffer; subject: string; agent?: Agent }): Push {
  const { publicKey, privateKey } = vapidKeys(options.seed);
  return {
    publicKey,
    send: async (subscription, message) => {
      const status = await post(subscription, message, {
        vapidDetails: { subject: options.subject, publicKey, privateKey },
        ...(options.agent ? { agent: options.agent } : {}),
      });
      if (GONE.has(status)) return 'gone';
      if (status < 200 || status > 299) throw new Error(`the push service answered ${status}`);
      return 'sent';
    },
  };
}

/** Private scalar and public point of P-256, base64url; the scalar as FIPS 186-5, A.2.1 makes it from random bits. */
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

/** Answers the status; the body of the answer is not read. Follows no redirect: the address was checked, its targets were not. */
function post(
  subscription: PushSubscription,
  message: PushMessage,
  { vapidDetails, agent }: { vapidDetails: webPush.RequestOptions['vapidDetails']; agent?: Agent },
): Promise<number> {
  const details = webPush.generateRequestDetails(subscription, JSON.stringify(message), {
    ...(vapidDetails ? { vapidDetails } : {}),
    TTL: TTL_SECONDS,
    urgency: 'normal',
  });
  const headers = Object.fromEntries(
    Object.entries(details.headers).map(([name, value]) => [name, String(value)]),
  );
  return new Promise((resolve, reject) => {
    const call = request(
      details.endpoint,
      {
        method: details.method,
        headers,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(agent ? { agent } : {}),
      },
      (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      },
    );
    call.on('error', reject);
    call.end(details.body);
  });
}
