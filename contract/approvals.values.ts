/** Why points of a member are adjusted by hand. */
export const ADJUSTMENT_REASONS = [
  'goodwill',
  'missing_credit',
  'duplicate_credit',
  'mistake',
  'fraud',
] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** Longest text about money that an admin writes to a member, and longest answer of the member. */
export const MONEY_TEXT_MAX_LENGTH = 1_000;

/** Time to approve what waits for a second admin. */
export const APPROVAL_DAYS = 7;
/** Days until a decision, or until now, of which the second admin sees what staff gave the member. */
export const EVIDENCE_DAYS = 30;
