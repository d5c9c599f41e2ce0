/** What a member has decided to redeem. Its request id makes every repeat the same request. */
export interface Intent {
  memberId: string;
  requestId: string;
  rewardId: string;
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
  const kept = keptIntent(memberId);
  if (kept?.rewardId === rewardId) return kept;
  return write({ memberId, rewardId, requestId: newRequestId(), sent: false });
}

/** The intent is about to be sent. */
export const markSent = (intent: Intent): Intent => write({ ...intent, sent: true });

/** The intent of this member that has not been answered yet, if there is one. */
export function keptIntent(memberId: string): Intent | undefined {
  const kept: Partial<Intent> = JSON.parse(localStorage.getItem(keyOf(memberId)) ?? '{}');
  const { requestId, rewardId, sent = false } = kept;
  if (kept.memberId !== memberId || !requestId || !rewardId) return undefined;
  return { memberId, requestId, rewardId, sent };
}

/** The request was answered or given up. Another one that was kept since stays. */
export function forgetIntent({ memberId, requestId }: Intent): void {
  if (keptIntent(memberId)?.requestId === requestId) localStorage.removeItem(keyOf(memberId));
}

function write(intent: Intent): Intent {
  localStorage.setItem(keyOf(intent.memberId), JSON.stringify(intent));
  return intent;
}

/** 128 random bits in hexadecimal. Works without a secure context, where `randomUUID` is missing. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(REQUEST_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
