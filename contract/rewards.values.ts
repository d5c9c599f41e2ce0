/** Prepaid card tiers; the tier names its amount. */
export const CARD_TIERS = ['1USD', '5USD', '10USD', '20USD'] as const;
export type CardTier = (typeof CARD_TIERS)[number];
export const CARD_TIER_USD: Record<CardTier, number> = { '1USD': 1, '5USD': 5, '10USD': 10, '20USD': 20 };

/** A member's first redemption must be this tier, unless it cannot be used in their country. */
export const FIRST_CARD_TIER: CardTier = '1USD';

/** Characters of a reward's texts. */
export const REWARD_TITLE_MAX = 80;
export const REWARD_DESCRIPTION_MAX = 500;

/** Kinds of rewards. */
export const REWARD_KINDS = [
  'prepaid_card',
  'bus_ticket',
  'food_voucher',
  'gift_card',
  'cash_credit',
] as const;
export type RewardKind = (typeof REWARD_KINDS)[number];

/** Kinds of rewards other than prepaid cards, whose four tiers are fixed. */
export const PREMIUM_KINDS = ['bus_ticket', 'food_voucher', 'gift_card', 'cash_credit'] as const;

/** Smallest and largest amount of a kind, in whole dollars. */
export const REWARD_RANGES_USD: Record<RewardKind, readonly [least: number, most: number]> = {
  prepaid_card: [1, 20],
  bus_ticket: [1, 5],
  food_voucher: [1, 10],
  gift_card: [5, 20],
  cash_credit: [1, 50],
};

/** `draft`, `paused`, `ended`: no member can choose it; redemptions already made continue. */
export const REWARD_STATUSES = ['draft', 'active', 'paused', 'ended'] as const;
export type RewardStatus = (typeof REWARD_STATUSES)[number];

/** Largest picture of a reward, in characters of Base64: a file of 750 KB. */
export const REWARD_PICTURE_BASE64_MAX = 1_000_000;

/** Limits of one upload of voucher codes. */
export const STOCK_CSV_CHARACTERS_MAX = 1_048_576;
export const STOCK_LINES_MAX = 20_000;
export const VOUCHER_CODE_MAX_LENGTH = 200;
export const VOUCHER_PIN_MAX_LENGTH = 40;

/** Faults of a line of an upload. */
export const STOCK_PROBLEMS = [
  'empty',
  'too_long',
  'too_many_columns',
  'bad_characters',
  'bad_quotes',
  /** Not a day such as 2027-01-31. */
  'bad_date',
  'expired',
  'duplicate_in_file',
  /** The code was already uploaded for this reward. */
  'duplicate_known',
] as const;
export type StockProblem = (typeof STOCK_PROBLEMS)[number];
