import { call } from '#web/shared/api/call.ts';
import { forget, keep, kept } from '#web/shared/browser/storage.ts';
import { OWNER_KEY } from './owner-key.ts';

/**
 * Push messages in this browser (W3C Push API). `blocked`: the person has refused them, and only they can undo that in
 * the browser's settings; `off`: they can be switched on.
 */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on';

const SERVICE_WORKER = '/service-worker.js';

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** Whether this browser receives messages for this member. Never asks for permission. */
export async function pushState(memberId: string): Promise<PushState> {
  if (!isSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  const owned = kept(OWNER_KEY) === memberId;
  return owned && (await currentSubscription()) ? 'on' : 'off';
}

/**
 * Asks the person for permission and subscribes this browser to the member's messages. Must follow a click. Returns the
 * state afterwards; throws when browser or server fail.
 */
export async function joinPush(memberId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState(memberId);
  const { publicKey } = await call('GET /api/push/key');
  await navigator.serviceWorker.register(SERVICE_WORKER, { scope: '/' });
  const subscription = await subscribe(publicKey);
  try {
    await call('POST /api/push/subscriptions', { body: addressOf(subscription) });
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
  keep(OWNER_KEY, memberId);
  return 'on';
}

/** Ends the messages to this browser, here and at the server. Does nothing if there are none. */
export async function leavePush(): Promise<void> {
  // First here: the push service then refuses messages even if the call to the server fails.
  const endpoint = await dropPush();
  if (endpoint) await call('DELETE /api/push/subscriptions', { body: { endpoint } });
}

/** Ends the messages in this browser alone. Returns the address that they went to, if any. */
export async function dropPush(): Promise<string | undefined> {
  if (!isSupported()) return undefined;
  const subscription = await currentSubscription();
  forget(OWNER_KEY);
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}

/** Subscribes this browser with this key, base64url. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  // An old subscription for another key or member would be in the way.
  await (await pushManager.getSubscription())?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** The browser's subscription, whoever's it is. */
export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return registration ? registration.pushManager.getSubscription() : null;
}

/** The subscription as the server takes it. */
export function addressOf(subscription: PushSubscription) {
  const { keys } = subscription.toJSON();
  return {
    endpoint: subscription.endpoint,
    keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' },
  };
}
