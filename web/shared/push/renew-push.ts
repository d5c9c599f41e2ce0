import { call } from '#web/shared/api/call.ts';
import { addressOf, currentSubscription, pushState, subscribe } from './browser-push.ts';

/**
 * Has the server send the member's messages to this browser in its present session, if it is subscribed to them. With the
 * site's secret its key changes, and push services take nothing more for a subscription by the old one, so it is replaced.
 */
export async function renewPush(memberId: string): Promise<void> {
  if ((await pushState(memberId)) !== 'on') return;
  const { publicKey } = await call('GET /api/push/key');
  let subscription = await currentSubscription();
  if (subscription && !isBy(subscription, publicKey)) subscription = await subscribe(publicKey);
  if (subscription) await call('POST /api/push/subscriptions', { body: addressOf(subscription) });
}

/** Whether the subscription was made with this key, base64url; true as well in a browser that does not tell. */
function isBy({ options: { applicationServerKey } }: PushSubscription, publicKey: string): boolean {
  if (!applicationServerKey) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}
