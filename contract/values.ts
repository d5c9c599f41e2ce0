/** Constants and words of the product that both sides of the wire need. No imports, so the browser can take them whole. */

/** 100 points are one dollar; one point is therefore one US cent. */
export const POINTS_PER_DOLLAR = 100;

/** The minimum that the terms page names. What a site asks is its setting REDEMPTION_THRESHOLD_POINTS; the lower one counts. */
export const TERMS_REDEMPTION_POINTS = 1000;

export const VERIFICATION_CODE_LENGTH = 6;
export const VERIFICATION_CODE_MINUTES = 10;
export const RESET_LINK_MINUTES = 60;
export const PASSWORD_MAX_LENGTH = 128;
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

/** Why redemptions of a member can be paused. */
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

/** What admins may do, by their role. */
export const STAFF_ROLES = ['owner', 'finance', 'support', 'read_only'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
export const PERMISSIONS = [
  /** Totals, charts, health of walls. */
  'site.read',
  'members.read',
  /** Notes, pauses, ending of sessions, mails sent again. */
  'members.help',
  /** Claims, appeals, postbacks that nobody could be found for. */
  'queues.work',
  'points.adjust',
  /** Fulfils and reviews redemptions, gives awards. */
  'payouts.work',
  /** The second of two people behind a large amount. */
  'payouts.approve',
  /** Missions, rewards, stock, pauses of walls. */
  'catalogue.edit',
  'audit.read',
  'exports',
  /** Roles of others, API keys, webhooks. */
  'staff.manage',
] as const;
export type Permission = (typeof PERMISSIONS)[number];
export const ROLE_PERMISSIONS: Record<StaffRole, readonly Permission[]> = {
  owner: PERMISSIONS,
  finance: [
    'site.read',
    'members.read',
    'points.adjust',
    'payouts.work',
    'payouts.approve',
    'audit.read',
    'exports',
  ],
  support: ['site.read', 'members.read', 'members.help', 'queues.work', 'audit.read'],
  read_only: ['site.read', 'members.read', 'audit.read'],
};

/** Largest amount of points that one transfer may move. */
export const POINTS_MAX = 1_000_000_000;

export const TASK_TYPES = ['ad_view', 'offer_completion', 'app_install', 'survey'] as const;
export type TaskType = (typeof TASK_TYPES)[number];

/** Source of a task that no wall paid for. */
export const OWN_SOURCE = 'missions';
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
] as const;
export type RedemptionReason = (typeof REDEMPTION_REASONS)[number];

/** How the owner gets to see an issued card: its numbers here, a link of the issuer, or the issuer's own frame. */
export const REVEALS = ['details', 'link', 'elements'] as const;
export type Reveal = (typeof REVEALS)[number];

/** A reward that is not issued at once is promised within this time. */
export const REDEMPTION_PROMISE_HOURS = 48;

export const CAPTCHA_ACTIONS = ['redemption', 'mission', 'login'] as const;
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number];

/** Paths that the browser app answers; every other path is a page of its own or not found. */
export const APP_PATHS = [
  '/auth',
  '/reset-password',
  '/dashboard',
  '/task',
  '/history',
  '/adwall',
  '/earn',
  '/profile',
  '/admin',
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
  weak_password: { status: 400, text: 'Please choose another password: {reason}.' },
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
  not_admin: { status: 403, text: "You don't have admin privileges." },
  not_permitted: { status: 403, text: 'Your role does not allow this.' },
  cross_site: { status: 403, text: 'This request did not come from the site itself.' },
  suspended: { status: 403, text: 'This account is suspended.' },
  not_found: { status: 404, text: 'Not found.' },
  method_not_allowed: { status: 405, text: 'This address does not take this method.' },
  insufficient_points: { status: 409, text: 'You need {missing} more points for this reward.' },
  below_threshold: { status: 409, text: 'Earn {missing} more points to unlock free rewards redemption' },
  first_redemption_tier: { status: 409, text: 'Your first redemption is the $1 card.' },
  request_id_reused: { status: 409, text: 'This request id was already used for another request.' },
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
