/** Constants and words of the product that both sides of the wire need. No imports but such files, so the browser can take them whole. */

/** 100 points are one dollar; one point is therefore one US cent. */
export const POINTS_PER_DOLLAR = 100;

/** The minimum that the terms page names. What a site asks is its setting REDEMPTION_THRESHOLD_POINTS; the lower one counts. */
export const TERMS_REDEMPTION_POINTS = 1000;

export const VERIFICATION_CODE_LENGTH = 6;
export const VERIFICATION_CODE_MINUTES = 10;
export const RESET_LINK_MINUTES = 60;
export const PASSWORD_MAX_LENGTH = 128;
/** Why a password cannot be chosen whatever its length. */
export const PASSWORD_REFUSALS = ['password_common', 'password_is_address', 'password_is_site_name'] as const;
export const NAME_MAX_LENGTH = 100;
/** RFC 5321 section 4.5.3.1.3: a path is at most 256 octets, two of them the angle brackets. */
export const EMAIL_MAX_LENGTH = 254;

/** Six digits of an app, or a backup code with its dashes. */
export const TWO_FACTOR_CODE_MAX_LENGTH = 40;
export const BACKUP_CODES = 10;
/** A sign-in counts as fresh for delicate changes within this time. */
export const FRESH_SIGN_IN_MINUTES = 15;
/** A redemption of so many dollars or more counts as delicate. */
export const FRESH_REDEMPTION_USD = 20;

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
export const APPEAL_MAX_LENGTH = 2_000;

export * from './staff.ts';

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

/** Rules that may want a person to look at a redemption before it is paid. */
export const RISK_RULE_IDS = [
  'new_account_large_balance',
  'many_members_one_payout_address',
  'many_members_one_device',
  'reversals_above_rate',
  'unusual_speed',
] as const;
export type RiskRuleId = (typeof RISK_RULE_IDS)[number];
/** Rules are tried on the redemptions of at most so many days. */
export const RISK_TRIAL_DAYS_MAX = 365;

/** Largest amount of points that one transfer may move. */
export const POINTS_MAX = 1_000_000_000;

/** What a postback says that decides who gets what. */
export const CALL_PARTS = ['member', 'transaction', 'amount'] as const;
export type CallPart = (typeof CALL_PARTS)[number];

export const TASK_TYPES = ['ad_view', 'offer_completion', 'app_install', 'survey'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** Source of a task that no wall paid for. */
export const OWN_SOURCE = 'missions';
/** Tasks that `GET /api/tasks` answers at once; the next ones come with `before`. */
export const TASKS_PAGE_MAX = 500;
/** Kinds of missions of our own. */
export const MISSION_KINDS = ['video', 'survey', 'app_install', 'sign_up', 'browse'] as const;
export type MissionKind = (typeof MISSION_KINDS)[number];
export const MISSION_DIFFICULTIES = ['easy', 'medium'] as const;
export const MISSION_STATUSES = ['draft', 'active', 'paused', 'ended'] as const;
/** How a mission stands for one member. `full`: all places are taken, in all or for today. */
export const MISSION_STATES = [
  'open',
  'under_way',
  'completed',
  'paused',
  'ended',
  'full_today',
  'full',
] as const;
export type MissionState = (typeof MISSION_STATES)[number];
export const MISSION_TIMED_SECONDS_MAX = 3_600;
/** A page that shows a timed mission says so this often. */
export const HEARTBEAT_SECONDS = 5;
/** What became of a heartbeat. `elsewhere`: another page of the member is counting. `reached`: the time is full. */
export const BEAT_STATES = ['counting', 'stopped', 'elsewhere', 'reached'] as const;

/** What a member or an admin writes about a missing reward. */
export const CLAIM_TEXT_MAX_LENGTH = 1_000;

/** Prepaid card tiers; the tier names its amount. */
export const CARD_TIERS = ['1USD', '5USD', '10USD', '20USD'] as const;
export type CardTier = (typeof CARD_TIERS)[number];
export const CARD_TIER_USD: Record<CardTier, number> = { '1USD': 1, '5USD': 5, '10USD': 10, '20USD': 20 };
/** The first redemption of a member is this one. */
export const FIRST_CARD_TIER: CardTier = '1USD';

/** What points can be turned into. */
export const REWARD_KINDS = [
  'prepaid_card',
  'bus_ticket',
  'food_voucher',
  'gift_card',
  'cash_credit',
] as const;
export type RewardKind = (typeof REWARD_KINDS)[number];
/** Rewards beside the prepaid cards, whose four tiers are fixed. */
export const PREMIUM_KINDS = ['bus_ticket', 'food_voucher', 'gift_card', 'cash_credit'] as const;
/** Smallest and largest amount of a kind, in whole dollars. */
export const REWARD_RANGES_USD: Record<RewardKind, readonly [least: number, most: number]> = {
  prepaid_card: [1, 20],
  bus_ticket: [1, 5],
  food_voucher: [1, 10],
  gift_card: [5, 20],
  cash_credit: [1, 50],
};
/** Who turns a redemption into something that can be spent. `manual`: a person. `stock`: codes that were uploaded. */
export const PAYOUT_PROVIDERS = ['sandbox', 'manual', 'stock', 'tremendous', 'stripe'] as const;
export type PayoutProviderId = (typeof PAYOUT_PROVIDERS)[number];
/** `draft`, `paused`, `ended`: no member can choose it; what was redeemed goes on. */
export const REWARD_STATUSES = ['draft', 'active', 'paused', 'ended'] as const;
export type RewardStatus = (typeof REWARD_STATUSES)[number];

/** One upload of voucher codes holds at most so many characters and lines. */
export const STOCK_CSV_CHARACTERS_MAX = 1_048_576;
export const STOCK_LINES_MAX = 20_000;
export const VOUCHER_CODE_MAX_LENGTH = 200;
export const VOUCHER_PIN_MAX_LENGTH = 40;
/** What is wrong with a line of an upload. */
export const STOCK_PROBLEMS = [
  'empty',
  'too_long',
  'too_many_columns',
  'bad_characters',
  'bad_quotes',
  /** Not a day, written as 2027-01-31. */
  'bad_date',
  'expired',
  'duplicate_in_file',
  /** The reward has, or had, this code already. */
  'duplicate_known',
] as const;
export type StockProblem = (typeof STOCK_PROBLEMS)[number];

/** An admin who claims a redemption that waits for a person has it for themselves for so long. */
export const FULFILMENT_LEASE_MINUTES = 15;
export const FULFILMENT_TEXT_MAX_LENGTH = 500;

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

export const CAPTCHA_ACTIONS = ['redemption', 'mission', 'login'] as const;
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number];
/** Whose captcha it is: altcha is our own proof of work, the others are vendors. */
export const CAPTCHA_PROVIDERS = ['altcha', 'hcaptcha', 'turnstile'] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];

/** Paths that the browser app answers, `*` with everything below; every other path is a page of its own or not found. */
export const APP_PATHS = [
  '/auth',
  '/reset-password',
  '/dashboard',
  '/task',
  '/history',
  '/adwall',
  '/earn',
  '/profile',
  '/admin/*',
] as const;

export const REWARD_WORDINGS = ['specification', 'cash', 'data'] as const;
export type RewardWording = (typeof REWARD_WORDINGS)[number];

/** What the server sends over `GET /api/events`: the name of the event and the shape of its JSON data. */
export interface LiveEvents {
  /** Points moved: the balance now, and by how much it changed (negative for a reversal or redemption). */
  balance: { points: number; change: number };
  /** A task was credited or reversed; lists of tasks are stale. */
  tasks: Record<string, never>;
  /** A redemption changed its state. */
  redemption: { id: string; status: RedemptionStatus };
}
export type LiveEvent = { [K in keyof LiveEvents]: { type: K; data: LiveEvents[K] } }[keyof LiveEvents];

/**
 * Every expected failure: its HTTP status and its English text. `{name}` is filled from the refusal's details.
 * The browser translates by code; the text is for logs, scripts and clients without a catalogue.
 */
export const ERRORS = {
  invalid_input: { status: 400, text: 'Please check the highlighted fields.' },
  invalid_json: { status: 400, text: 'The request body is not valid JSON.' },
  password_common: {
    status: 400,
    text: 'Please choose another password: this is one of the most common ones.',
  },
  password_is_address: {
    status: 400,
    text: 'Please choose another password: this one is your e-mail address.',
  },
  password_is_site_name: {
    status: 400,
    text: 'Please choose another password: this one is the name of this site.',
  },
  wrong_password: { status: 400, text: 'The current password is not right.' },
  invalid_two_factor_code: { status: 401, text: 'This code is not right. Please try the newest one.' },
  two_factor_required: { status: 401, text: 'Please enter the code of your authenticator app.' },
  two_factor_not_set_up: { status: 409, text: 'Two-factor sign-in is not set up.' },
  two_factor_enabled: { status: 409, text: 'Two-factor sign-in is already on.' },
  two_factor_own_call: { status: 409, text: 'Two-factor sign-in has its own switch.' },
  two_factor_admin: { status: 403, text: 'Admins must keep two-factor sign-in.' },
  two_factor_admin_required: {
    status: 403,
    text: 'Admins must set up two-factor sign-in first. See your profile.',
  },
  reauthentication_required: { status: 403, text: 'Please confirm your password first.' },
  push_host_unknown: { status: 400, text: 'This browser uses a push service that this site does not know.' },
  not_paused: { status: 409, text: 'Your account is not paused.' },
  appeal_open: { status: 409, text: 'Your answer is already being looked at.' },
  invalid_appeal_token: {
    status: 400,
    text: 'The time to answer is over. Please sign in again.',
  },
  appeal_decided: { status: 409, text: 'This appeal was already decided.' },
  paused: { status: 403, text: 'Your account is paused. See your profile for the reason and how to answer.' },
  invalid_code: { status: 400, text: 'This code is wrong or has expired.' },
  invalid_reset_token: { status: 400, text: 'This password reset link is invalid or has expired.' },
  captcha_required: { status: 400, text: 'Please complete the captcha verification first.' },
  captcha_invalid: { status: 400, text: 'Captcha verification failed. Please try again.' },
  captcha_expired: { status: 400, text: 'Captcha expired. Please verify again.' },
  captcha_duplicate: { status: 400, text: 'Captcha expired. Please verify again.' },
  request_id_required: { status: 400, text: 'A request id is required.' },
  not_signed_in: { status: 401, text: 'Please sign in.' },
  wrong_credentials: { status: 401, text: 'Wrong e-mail or password.' },
  invalid_key: { status: 401, text: 'This API key is wrong, has expired or was revoked.' },
  scope_missing: { status: 403, text: 'This API key was not made for this call.' },
  not_admin: { status: 403, text: "You don't have admin privileges." },
  not_permitted: { status: 403, text: 'Your role does not allow this.' },
  cross_site: { status: 403, text: 'This request did not come from the site itself.' },
  suspended: { status: 403, text: 'This account is suspended.' },
  not_found: { status: 404, text: 'Not found.' },
  method_not_allowed: { status: 405, text: 'This address does not take this method.' },
  insufficient_points: { status: 409, text: 'You need {missing} more points for this reward.' },
  below_threshold: { status: 409, text: 'Earn {missing} more points to unlock free rewards redemption' },
  first_redemption_tier: { status: 409, text: 'Your first redemption is the $1 card.' },
  out_of_stock: {
    status: 409,
    text: 'This reward is out of stock at the moment. Your points are untouched.',
  },
  not_in_region: { status: 409, text: 'This reward is not available in your region.' },
  reward_unavailable: { status: 409, text: 'This reward is not available any more.' },
  price_changed: {
    status: 409,
    text: 'The price of this reward has changed. Your points are untouched. Please look at it again.',
  },
  reward_key_taken: { status: 409, text: 'Another reward has this key.' },
  reward_has_stock: {
    status: 409,
    text: 'This reward still has unused codes of its present amount. Void them before you change the amount.',
  },
  reward_list_changed: { status: 409, text: 'The list of rewards has changed. Please look at it again.' },
  not_in_stock_mode: { status: 409, text: 'This reward is not given from a stock of codes.' },
  stock_too_large: {
    status: 413,
    text: 'One upload takes at most {lines} lines and {characters} characters. Please split it.',
  },
  fulfilment_claimed: { status: 409, text: '{name} is working on this redemption.' },
  fulfilment_not_claimed: { status: 409, text: 'Please claim this redemption first.' },
  fulfilment_decided: { status: 409, text: 'This redemption no longer waits for a person.' },
  request_id_reused: { status: 409, text: 'This request id was already used for another request.' },
  member_paused: { status: 409, text: "This member's redemptions are paused. End the pause first." },
  wall_untestable: { status: 409, text: 'No call can be made that this wall reads as a test.' },
  wall_unreachable: { status: 502, text: 'This server could not be reached by its own address.' },
  parked_done: { status: 409, text: 'This postback was replayed already.' },
  parked_cut: { status: 409, text: 'This postback was kept in part only and cannot be replayed.' },
  too_many_keys: { status: 409, text: 'There are {max} API keys that work. Revoke one that is not needed.' },
  key_ended: { status: 409, text: 'This API key has ended already.' },
  too_many_webhooks: { status: 409, text: 'There are {max} webhooks. Remove one that is not needed.' },
  webhook_off: { status: 409, text: 'This webhook is switched off. Switch it on first.' },
  last_owner: { status: 409, text: 'Somebody has to stay an owner. Make another person an owner first.' },
  no_such_member: { status: 404, text: 'No confirmed member has this address.' },
  already_staff: { status: 409, text: 'This person has a role already. Change it in the list.' },
  work_taken: { status: 409, text: '{name} is working on this.' },
  member_suspended: { status: 409, text: 'This member is suspended.' },
  redemption_not_stopped: {
    status: 409,
    text: 'Only an open redemption of a member who is paused or suspended can be ended here.',
  },
  award_unavailable: { status: 409, text: 'No payout provider makes this card at the moment.' },
  balance_too_low: { status: 409, text: 'The member has fewer points than that.' },
  approval_decided: { status: 409, text: 'This was already decided.' },
  approval_expired: { status: 409, text: 'The time for an approval is over. Please ask for it anew.' },
  approval_own: {
    status: 403,
    text: 'Another admin has to approve this: neither who asked for it nor who gets it.',
  },
  approver_too_new: {
    status: 403,
    text: 'This cannot be approved yet: the role, password or address of who asked, or of who approves, is too new.',
  },
  approval_open: { status: 409, text: 'This waits for a second admin already.' },
  person_required: {
    status: 403,
    text: 'This needs an admin who is signed in. An API key cannot be one of two people.',
  },
  review_decided: { status: 409, text: 'This review was already decided.' },
  review_taken: { status: 409, text: '{name} is working on this review.' },
  review_asked: { status: 409, text: 'A question was already asked in this review.' },
  review_answered: { status: 409, text: 'You have already answered.' },
  review_not_asked: { status: 409, text: 'Nothing was asked in this review.' },
  wall_unavailable: { status: 409, text: 'This offer wall is not available.' },
  mission_points_required: { status: 409, text: 'Earn your first points on an offer wall, then come back.' },
  mission_paused: { status: 409, text: 'This mission is paused at the moment.' },
  mission_ended: { status: 409, text: 'This mission has ended.' },
  mission_full: { status: 409, text: 'All places of this mission are taken.' },
  mission_full_today: {
    status: 409,
    text: "All of today's places are taken. Please come back tomorrow.",
  },
  mission_completed: { status: 409, text: 'You have already completed this mission.' },
  mission_not_started: { status: 409, text: 'Please start this mission first.' },
  mission_unfinished: { status: 409, text: 'This mission is not finished yet.' },
  notice_not_resendable: {
    status: 409,
    text: "This mail cannot be sent again, or the member's switches forbid it.",
  },
  claim_decided: { status: 409, text: 'This claim was already decided.' },
  mission_kind_fixed: { status: 409, text: 'The kind of a mission cannot be changed.' },
  body_too_large: { status: 413, text: 'The request is too large.' },
  json_required: { status: 415, text: 'The request must be JSON.' },
  too_many_requests: { status: 429, text: 'Too many attempts. Please try again later.' },
  internal: { status: 500, text: 'Something went wrong on our side. Please try again.' },
  busy: { status: 503, text: 'The site is busy. Please try again in a moment.' },
  captcha_unavailable: { status: 503, text: 'Verification failed. Please try again.' },
} as const satisfies Record<string, { status: number; text: string }>;
export type ErrorCode = keyof typeof ERRORS;

/** The body of every failed call. `fields` names bad input fields (dotted path -> text); `details` fill the text. */
export interface ErrorBody {
  error: string;
  code: ErrorCode;
  fields?: Record<string, string>;
  details?: Record<string, string | number>;
}
