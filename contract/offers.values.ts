/** Orders of the list of offers; `popular`: most members got points for it here; `effort`: the fewest steps first. */
export const OFFER_ORDERS = ['points', 'popular', 'newest', 'effort'] as const;
export type OfferOrder = (typeof OFFER_ORDERS)[number];

/** What offers are, in words of this site: companies have their own. */
export const OFFER_CATEGORIES = [
  'games',
  'apps',
  'surveys',
  'sign_ups',
  'trials',
  'finance',
  'shopping',
  'videos',
  'other',
] as const;
export type OfferCategory = (typeof OFFER_CATEGORIES)[number];

/** Offers of a page, and started offers of a page. */
export const OFFER_PAGE = 50;
export const STARTED_PAGE = 20;

/** Offers that strangers see at most, and of each wall before there are more of one. */
export const SAMPLE_MAX = 6;
export const SAMPLE_OF_WALL_FIRST = 2;

/** Favourites of a member at most. */
export const FAVOURITES_MAX = 200;

/** How far a member is with a step of an offer. */
export const GOAL_STATES = [
  'not_started',
  'started',
  'received',
  'pending',
  'credited',
  'reversed',
  'expired',
] as const;
export type GoalState = (typeof GOAL_STATES)[number];

/** What a proven call about a started offer did with its points; `pending` and `step` moved none. */
export const OFFER_CALL_KINDS = [
  'credited',
  'held',
  'reversed',
  'reversed_early',
  'pending',
  'step',
] as const;

/** Why a step is in its state. */
export const GOAL_REASONS = [
  /** The member has not gone to the offer yet. */
  'no_click',
  'clicked',
  /** The company has told of it and not decided yet. */
  'company_decides',
  /** It was reached, and pays nothing. */
  'pays_nothing',
  /** This site waits for some days before it counts the points. */
  'held',
  'paid',
  'taken_back',
  /** The time that the company gives is over. */
  'too_late',
] as const;
export type GoalReason = (typeof GOAL_REASONS)[number];
