/** Why points of a member are adjusted by hand. */
export const ADJUSTMENT_REASONS = [
  'goodwill',
  'missing_credit',
  'duplicate_credit',
  'mistake',
  'fraud',
] as const;
export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** What an admin writes to a member about money, and a member's answer. */
export const MONEY_TEXT_MAX_LENGTH = 1_000;

/** What waits for a second admin may be approved for so long. */
export const APPROVAL_DAYS = 7;
