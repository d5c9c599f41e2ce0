/** Why redemptions of a member can be paused, and a member suspended. */
export const PAUSE_REASONS = [
  'many_accounts',
  'disposable_email',
  'unusual_speed',
  'many_reversals',
  'region',
  'staff_review',
] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];
