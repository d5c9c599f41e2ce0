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
