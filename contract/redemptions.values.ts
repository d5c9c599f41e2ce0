/** The minimum on the terms page, or REDEMPTION_THRESHOLD_POINTS where that is larger; where it is lower, the lower one counts. */
export const TERMS_REDEMPTION_POINTS = 1000;

/** Most redemptions that a member sees, the newest. */
export const REDEMPTIONS_LISTED_MAX = 500;

/** Redemptions of this many dollars or more need a fresh sign-in. */
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

/** Why a redemption failed or waits. */
export const REDEMPTION_REASONS = [
  'provider_refused',
  'provider_unreachable',
  'answer_missing',
  'details_needed',
  /** It waits for new codes. */
  'out_of_stock',
  /** An admin returned the points, with a reason. */
  'staff_refused',
  /** The redemption is under review. */
  'risk_review',
  /** The points were returned after a review. */
  'review_returned',
  /** Nobody decided the review in time, and the points were returned. */
  'review_lapsed',
  /** As `review_lapsed`, while the member was paused or suspended: nothing could be paid out. */
  'review_stopped',
  /** The issuer took the reward back unspent, and the points were returned. */
  'withdrawn_unused',
  /** The issuer took the reward back after some of it was spent. */
  'withdrawn_used',
  /** The issuer took the reward back unspent, while the account was suspended or after its member had left. */
  'withdrawn_closed',
] as const;
export type RedemptionReason = (typeof REDEMPTION_REASONS)[number];

/** Why an open redemption is stopped: nothing is issued to a member who is paused or suspended. */
export const REDEMPTION_STOPS = ['paused', 'suspended'] as const;
export type RedemptionStop = (typeof REDEMPTION_STOPS)[number];

/**
 * How an issued reward is shown to its owner: a card's numbers on this site, a link of the issuer, the issuer's own
 * frame, or a voucher's code.
 */
export const REVEALS = ['details', 'link', 'elements', 'code'] as const;
export type Reveal = (typeof REVEALS)[number];

/** A reward that is not issued at once is promised within this time. */
export const REDEMPTION_PROMISE_HOURS = 48;
