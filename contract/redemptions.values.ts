/** The minimum that the terms page names. What a site asks is its setting REDEMPTION_THRESHOLD_POINTS; the lower one counts. */
export const TERMS_REDEMPTION_POINTS = 1000;

/** A redemption of so many dollars or more counts as delicate. */
export const FRESH_REDEMPTION_USD = 20;

export const REDEMPTION_STATUSES = [
  'pending',
  'processing',
  'review',
  'issued',
  'failed',
  'expired',
  'reversed',
] as const;
export type RedemptionStatus = (typeof REDEMPTION_STATUSES)[number];

/** Why a redemption failed or waits, in words that code can compare. */
export const REDEMPTION_REASONS = [
  'provider_refused',
  'provider_unreachable',
  'answer_missing',
  'details_needed',
  /** It waits for new codes. */
  'out_of_stock',
  /** A person gave the points back and said why. */
  'staff_refused',
  /** A person looks at it before it is issued. */
  'risk_review',
  /** The points went back after such a look. */
  'review_returned',
  /** Its issuer took the reward back: nothing of it was spent, and the points are back. */
  'withdrawn_unused',
  /** Its issuer took the reward back after some of it was spent. */
  'withdrawn_used',
  /** Its issuer took the reward back unspent, and the account was closed before. */
  'withdrawn_closed',
] as const;
export type RedemptionReason = (typeof REDEMPTION_REASONS)[number];

/** Why an open redemption stands still: nothing is issued to a member who is paused or suspended. */
export const REDEMPTION_STOPS = ['paused', 'suspended'] as const;
export type RedemptionStop = (typeof REDEMPTION_STOPS)[number];

/**
 * How the owner gets to see an issued reward: a card's numbers here, a link of the issuer, the issuer's own frame, or a
 * voucher's code.
 */
export const REVEALS = ['details', 'link', 'elements', 'code'] as const;
export type Reveal = (typeof REVEALS)[number];

/** A reward that is not issued at once is promised within this time. */
export const REDEMPTION_PROMISE_HOURS = 48;
