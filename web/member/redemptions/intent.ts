import { forget, keep, kept } from '#web/shared/browser/storage.ts';

/** What a member has decided to redeem. Its request id makes every repeat the same request. */
export interface Intent {
  memberId: string;
  requestId: string;
  rewardId: string;
  /** What the member agreed to pay when it was sent. */
  pricePoints?: number | undefined;
  /** Whether it was ever sent; from then on it may have been granted without our knowing. */
  sent: boolean;
}

const REQUEST_ID_BYTES = 16;
const keyOf = (memberId: string) => `redemption:${memberId}`;

/**
 * The intent of this member to redeem this reward, the same in every tab of this browser until it is answered: a second
 * tab that confirms the same choice repeats the request. Another choice replaces an intent that was never sent.
 */
export function keepIntent(memberId: string, rewardId: string): Intent {
  const same = keptIntent(memberId);
  if (same?.rewardId === rewardId) return same;
  return write({ memberId, rewardId, requestId: newRequestId(), sent: false });
}

/** The intent is about to be sent, for this price. */
export const markSent = (intent: Intent, pricePoints = intent.pricePoints): Intent =>
  write({ ...intent, pricePoints, sent: true });

/** The intent of this member that has not been answered yet, if there is one. */
export function keptIntent(memberId: string): Intent | undefined {
  const stored: Partial<Intent> = JSON.parse(kept(keyOf(memberId)) ?? '{}');
  const { requestId, rewardId, pricePoints, sent = false } = stored;
  if (stored.memberId !== memberId || !requestId || !rewardId) return undefined;
  return { memberId, requestId, rewardId, pricePoints, sent };
}

/** The request was answered or given up. Another one that was kept since stays. */
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
