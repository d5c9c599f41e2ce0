import { ECDH } from 'node:crypto';
import { fault } from '#contract/faults.ts';
import type { Tx } from '#database/client.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** A browser's push subscription (W3C Push API): its address, and the keys with which messages to it are encrypted. */
export interface PushSubscription {
  endpoint: string;
  /** The browser's P-256 public key and its shared secret, base64url. */
  keys: { p256dh: string; auth: string };
}

/** The JSON that the site's service worker receives. */
export interface PushMessage {
  title: string;
  body: string;
  /** Path on the site to open. */
  path: string;
  /** A message replaces an earlier one with the same tag. */
  tag: string;
  language: string;
  direction: 'ltr' | 'rtl';
}

/** Port: hands messages to the browsers' push services. */
export interface Push {
  /** The public VAPID key (RFC 8292) that browsers subscribe with, base64url. */
  publicKey: string;
  /**
   * `gone`: the browser takes no more messages. `refused`: the service does not take this one of this site: the browser subscribed
   * with another key, or the clock or the SUPPORT_EMAIL of the site is wrong. Throws if the service did not accept the message for
   * another reason.
   */
  send: (subscription: PushSubscription, message: PushMessage) => Promise<'sent' | 'gone' | 'refused'>;
}

/**
 * Hosts of the push services of Chrome and its relatives, Firefox, Safari and Edge. `*.` stands for any subdomain.
 * Members name the address that the site calls, so no other hosts are allowed.
 */
const PUSH_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/** Browsers of one member; the oldest make room. A session has one, so that no session crowds out the others. */
const PUSH_SUBSCRIPTIONS_MAX = 10;
/** An uncompressed point of P-256 and a secret (RFC 8291, section 3.2), in bytes. */
const POINT_BYTES = 65;
const SECRET_BYTES = 16;

/**
 * Sends the member's push messages to this browser for as long as its session, and no longer those of another member. The
 * session, by its id, has been locked. Throws Refusal push_host_unknown, or invalid_input for malformed keys.
 */
export async function subscribePush(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  { endpoint, keys }: PushSubscription,
  hosts: readonly string[] = PUSH_HOSTS,
): Promise<void> {
  if (!isKnownHost(endpoint, hosts)) throw new Refusal('push_host_unknown');
  requireKey('p256dh', keys.p256dh, isPoint);
  requireKey('auth', keys.auth, ({ length }) => length === SECRET_BYTES);
  await tx
    .deleteFrom('pushSubscriptions')
    .where('sessionId', '=', sessionId)
    .where('endpoint', '!=', endpoint)
    .execute();
  const values = { userId, sessionId, untiedUntil: null, p256dh: keys.p256dh, auth: keys.auth };
  await tx
    .insertInto('pushSubscriptions')
    .values({ endpoint, ...values })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(values))
    .execute();
  await tx
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('pushSubscriptions')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        .limit(PUSH_SUBSCRIPTIONS_MAX),
    )
    .execute();
}

/**
 * Stops push messages to the member's browsers of which no session is known, because the version before stored them: when a
 * session is ended, one of them may be its browser.
 */
export async function endUntiedPush(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where('sessionId', 'is', null)
    .execute();
}

/** Stops push messages to every browser of the member. */
export async function endPush(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('pushSubscriptions').where('userId', '=', userId).execute();
}

/** Stops push messages to this browser of the member. */
export async function unsubscribePush(tx: Tx, userId: string, endpoint: string): Promise<void> {
  await tx
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where('endpoint', '=', endpoint)
    .execute();
}

function isKnownHost(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url?.protocol !== 'https:' || url.username || url.password) return false;
  return hosts.some((entry) =>
    entry.startsWith('*.') ? url.host.endsWith(entry.slice(1)) : url.host === entry,
  );
}

function requireKey(name: string, value: string, isRight: (bytes: Buffer) => boolean): void {
  const isKey = /^[\w-]+={0,2}$/.test(value) && isRight(Buffer.from(value, 'base64url'));
  if (!isKey) throw new Refusal('invalid_input', { fields: { [`keys.${name}`]: fault('invalid') } });
}

/** Nothing can be encrypted for a point beside the curve, and each message would fail. */
function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES) return false;
  try {
    ECDH.convertKey(bytes, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
