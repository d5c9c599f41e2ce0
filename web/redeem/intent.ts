import { CARD_TIERS, type CardTier } from '#contract/values.ts';

/** What a member has decided to redeem. Its request id makes every repeat the same request. */
export interface Intent {
  memberId: string;
  requestId: string;
  cardTier: CardTier;
}

const KEY = 'redemption';
const REQUEST_ID_BYTES = 16;

/** A new intent, kept by this tab until `forgetIntent`, so that a reload repeats the same request. */
export function keepIntent(memberId: string, cardTier: CardTier): Intent {
  const intent = { memberId, cardTier, requestId: newRequestId() };
  sessionStorage.setItem(KEY, JSON.stringify(intent));
  return intent;
}

/** The intent of this member that has not been answered yet, if there is one. */
export function keptIntent(memberId: string): Intent | undefined {
  const kept: Partial<Intent> = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  const cardTier = CARD_TIERS.find((tier) => tier === kept.cardTier);
  if (kept.memberId !== memberId || !kept.requestId || !cardTier) return undefined;
  return { memberId, requestId: kept.requestId, cardTier };
}

/** The request was answered or given up. */
export function forgetIntent(): void {
  sessionStorage.removeItem(KEY);
}

/** 128 random bits in hexadecimal. Works without a secure context, where `randomUUID` is missing. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(REQUEST_ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
