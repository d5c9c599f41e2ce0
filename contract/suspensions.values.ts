/** Reasons to pause a member's redemptions or to suspend a member. */
export const PAUSE_REASONS = [
  'many_accounts',
  'disposable_email',
  'unusual_speed',
  'many_reversals',
  'region',
  'staff_review',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/**
 * How long what a member who left had earned is kept for the next account at the mailbox. The words before deletion say half a
 * year.
 */
export const FORMER_EARNINGS_DAYS = 180;

/**
 * How long a device counts for the rules about several accounts, from its last sign-in. That of a member who earned and left is kept
 * as long. The function `risk_facts` and the words before deletion name the same number.
 */
export const DEVICES_COUNTED_DAYS = 30;
