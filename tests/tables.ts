/**
 * Whose tables are whose: a module of `server/domain/` names its own tables and no others in its statements, and asks the
 * module that owns one for the rest. What is listed below as read or written across that line is all there is of it.
 */

/** The tables of each module. */
export const OWNED: Record<string, readonly string[]> = {
  ledger: ['ledger_transfers', 'ledger_balances', 'ledger_slots', 'ledger_totals', 'ledger_rollup'],
  notices: ['notices', 'push_subscriptions'],
  trust: [
    'appeals',
    'captcha_grants',
    'captcha_solutions',
    'departures',
    'former_earnings',
    'known_devices',
    'rate_limits',
    'risk_rules',
    'trust_signals',
  ],
  members: [
    'users',
    'member_counts',
    'backup_codes',
    'email_change_codes',
    'email_verification_codes',
    'identities',
    'identity_answers',
    'passkey_challenges',
    'passkeys',
    'password_reset_tokens',
    'sessions',
  ],
  earning: [
    'tasks',
    'webhook_transactions',
    'postback_log',
    'postback_proofs',
    'former_wall_codes',
    'feed_goals',
    'feed_offers',
    'feed_staged',
    'feeds',
    'offer_clicks',
    'offer_events',
    'offer_categories',
    'offer_results',
    'offer_rules',
    'offer_favourites',
    'offer_picture_sources',
    'offer_pictures',
    'missions',
    'mission_answers',
    'mission_attempts',
    'mission_places',
    'mission_postbacks',
    'mission_terms',
    'reward_claims',
    'wall_alarms',
    'wall_days',
    'wall_member_days',
    'wall_members',
    'wall_pauses',
    'wall_revenue_rollup',
    'wall_revenue_slots',
    'wall_watch_rollup',
  ],
  redemption: [
    'rewards',
    'card_redemptions',
    'cash_rewards',
    'billing_addresses',
    'fulfilments',
    'payout_turns',
    'payout_webhooks',
    'risk_reviews',
    'voucher_codes',
  ],
  administration: [
    'api_keys',
    'approvals',
    'audit_entries',
    'audit_texts',
    'last_backup',
    'last_proof',
    'points_adjustments',
    'staff_notes',
    'staff_spending',
    'webhook_attempts',
    'webhook_cursor',
    'webhook_deliveries',
    'webhook_endpoints',
    'webhook_events',
  ],
  // Not a module: what `database/` keeps about the queue of jobs, who tells of commits, and the site's secret.
  queue: ['timetable', 'mended_times', 'announcers', 'secret_mark'],
};

interface Reading {
  module: string;
  tables: readonly string[];
  why: string;
}

/** Tables of others that a module reads, and never writes. Every module reads `users`, but for SECRET_COLUMNS. */
export const READ: readonly Reading[] = [
  {
    module: 'administration',
    tables: [
      'appeals',
      'card_redemptions',
      'cash_rewards',
      'fulfilments',
      'identities',
      'mission_attempts',
      'mission_terms',
      'missions',
      'notices',
      'reward_claims',
      'risk_reviews',
      'sessions',
      'tasks',
      'trust_signals',
      'wall_alarms',
      'webhook_transactions',
    ],
    why: 'pages of a member, work queues, exports, the proof of what admins gave: lists over several modules at once; whether the admin of an API key may still sign in',
  },
  {
    module: 'statement',
    tables: [
      'card_redemptions',
      'cash_rewards',
      'fulfilments',
      'mission_attempts',
      'missions',
      'points_adjustments',
      'reward_claims',
      'rewards',
      'risk_reviews',
      'tasks',
    ],
    why: "the member's own list of transfers names what each was about, and is searched by these names",
  },
  {
    module: 'notices',
    tables: ['card_redemptions', 'risk_reviews'],
    why: 'a mail that waited for days does not ask what was answered or decided meanwhile, nor remind of a reward that was taken back',
  },
  {
    module: 'trust',
    tables: ['tasks'],
    why: 'a signal of unusual speed counts the tasks of a member; whether a member who leaves or moves has earned anything',
  },
  {
    module: 'earning',
    tables: ['approvals'],
    why: 'who approved the terms of a mission earns nothing by it',
  },
  {
    module: 'redemption',
    tables: ['tasks'],
    why: 'the trial of risk rules asks of thousands of redemptions whether rewards of the member were taken back later',
  },
  {
    module: 'members',
    tables: ['tasks'],
    why: 'days with a task are a figure of the account, which one statement reads',
  },
];

/** Columns of `users` that a module other than its owner writes: what the account is to that module. */
export const ACCOUNT_COLUMNS: Record<string, readonly string[]> = {
  notices: ['marketing_consent_at'],
  trust: [
    'paused_at',
    'paused_reason',
    'paused_text',
    'suspended_at',
    'suspended_reason',
    'suspended_text',
    'left_mailboxes',
  ],
  redemption: ['card_tier_last_chosen', 'last_rewarded_at', 'stripe_customer_id'],
  administration: ['is_admin', 'staff_role', 'staff_role_from', 'approver_since'],
};

/** Columns of `users` that no other module may even read. */
export const SECRET_COLUMNS = ['password', 'totp_secret', 'totp_last_step'] as const;

/** Files that take the name of a table, or of a column, from data or from their caller, and why. */
export const NAMED_BY_DATA: Record<string, string> = {
  'administration/exports/exports.ts': 'the type of a key, from its own list',
  'administration/members/read-history.ts': 'why a redemption is in its state, in words of its module',
  'common/assignment.ts': 'the queue whose item is assigned; its module passes the name',
  'common/lock-member.ts': 'the row whose member is locked; its module passes the name',
  'members/sign-in/verification-code.ts': 'both tables of codes, which are its own',
  'privacy/erase-account.ts': 'what becomes of every holding when a member leaves',
  'privacy/export-data.ts': 'the export of every holding',
  'privacy/retention.ts': 'what is kept for how long, of every module',
};
