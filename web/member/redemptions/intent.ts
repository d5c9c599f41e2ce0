import { forget, keep, kept } from '#web/shared/browser/storage.ts';

/** A member's decision to redeem a reward. Its request id makes every repeat the same request. */
export interface Intent {
  memberId: string;
  requestId: string;
  rewardId: string;
  /** The price that the member agreed to when it was sent. */
  pricePoints?: number | undefined;
  /** True once it was sent; from then on the server may have granted it without our knowing. */
  sent: boolean;
}

const REQUEST_ID_BYTES = 16;
const keyOf = (memberId: string) => `redemption:${memberId}`;

/**
 * Returns the member's intent to redeem this reward, the same in every tab of this browser until the server responds: a
 * second tab that confirms the same choice repeats the request. Another choice replaces an unsent intent.
 */
export function keepIntent(memberId: string, rewardId: string): Intent {
  const same = keptIntent(memberId);
  if (same?.rewardId === rewardId) return same;
  return write({ memberId, rewardId, requestId: newRequestId(), sent: false });
}

/** Notes that the intent is about to be sent at this price. */
export const markSent = (intent: Intent, pricePoints = intent.pricePoints): Intent =>
  write({ ...intent, pricePoints, sent: true });

/** The member's intent that has no response yet, if any. */
export function keptIntent(memberId: string): Intent | undefined {
  const stored: Partial<Intent> = JSON.parse(kept(keyOf(memberId)) ?? '{}');
  const { requestId, rewardId, pricePoints, sent = false } = stored;
  if (stored.memberId !== memberId || !requestId || !rewardId) return undefined;
  return { memberId, requestId, rewardId, pricePoints, sent };
}

/** Removes an intent that has a response or was given up. A newer one stays. */
export function forgetIntent({ memberId, requestId }: Intent): void {
  if (keptIntent(memberId)?.requestId === requestId) forget(keyOf(memberId));
}

function write(intent: Intent): Intent {
  keep(keyOf(intent.memberId), JSON.stringify(intent));
  return intent;
}

/** 128 random bits in hexadecimal. Works without a secure context, where `randomUUID` is missing. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(REQUEST_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
