import type { RewardOffer } from '#contract/rewards.ts';
import { forget, keep, kept } from '#web/shared/browser/storage.ts';

/** A member's decision to redeem a reward. Its request id makes every repeat the same request. */
export interface Intent {
  memberId: string;
  requestId: string;
  rewardId: string;
  /** Price and terms of the offer when it was chosen. */
  pricePoints?: number | undefined;
  terms?: string | undefined;
  /** True once it was sent; from then on the server may have granted it without our knowing. */
  sent: boolean;
}

const REQUEST_ID_BYTES = 16;
const keyOf = (memberId: string) => `redemption:${memberId}`;

/**
 * Returns the member's intent to redeem what is offered, with the same id in every tab of this browser until the server
 * responds: a second tab that confirms the same choice repeats the request. Another choice replaces it. Not to be called
 * while one that was sent has no response.
 */
export function keepIntent(
  memberId: string,
  offer: Pick<RewardOffer, 'id' | 'pricePoints' | 'terms'>,
): Intent {
  const { id: rewardId, pricePoints, terms } = offer;
  const same = keptIntent(memberId);
  const requestId = same?.rewardId === rewardId ? same.requestId : newRequestId();
  return write({ memberId, requestId, rewardId, pricePoints, terms, sent: false });
}

/** Notes that the intent is about to be sent. */
export const markSent = (intent: Intent): Intent => write({ ...intent, sent: true });

/** The member's intent that has no response yet, if any. */
export function keptIntent(memberId: string): Intent | undefined {
  const stored: Partial<Intent> = JSON.parse(kept(keyOf(memberId)) ?? '{}');
  const { requestId, rewardId, pricePoints, terms, sent = false } = stored;
  if (stored.memberId !== memberId || !requestId || !rewardId) return undefined;
  return { memberId, requestId, rewardId, pricePoints, terms, sent };
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
