/** Rules that can require a review of a redemption before it is paid. */
export const RISK_RULE_IDS = [
  'new_account_large_balance',
  'many_members_one_payout_address',
  'many_members_one_device',
  'same_offers_one_device',
  'reversals_above_rate',
  'unusual_speed',
] as const;
export type RiskRuleId = (typeof RISK_RULE_IDS)[number];

/** Rules are tried on the redemptions of at most this many days. */
export const RISK_TRIAL_DAYS_MAX = 365;
