/**
 * Everything that the database holds about a member, table by table: what their export shows of it and what becomes of
 * it when they leave. The one place that reads and writes the tables of other modules, because nobody could see
 * otherwise whether something was forgotten. A test fails for a table that is in neither list.
 */
export interface Holding {
  table: string;
  /** Which rows are the member's; `$id` and `$email` are theirs. */
  where: string;
  /**
   * Columns in the export, as SQL. No secret and no hash of one, nothing that tells of another person, no notes that staff
   * keep for themselves, and no fact by which the rules against fraud could be found out. Null where the rows are left out,
   * even their number.
   */
  exported: readonly string[] | null;
  order: string;
  /** `delete` the rows, `set` columns, or `keep` them for the reason given. Done in the order of the list. */
  leaving: 'delete' | { set: string } | { keep: string };
}

const byMember = 'user_id = $id';
const MY_ATTEMPTS = 'attempt_id in (select id from mission_attempts where user_id = $id)';
const MY_REDEMPTIONS = 'redemption_id in (select id from card_redemptions where user_id = $id)';
const ERASED = "'[erased]'";

export const HOLDINGS: readonly Holding[] = [
  {
    table: 'sessions',
    where: byMember,
    exported: [
      'created_at',
      'last_seen_at',
      'authenticated_at',
      'second_factor_at',
      'expires_at',
      'ip',
      'user_agent',
    ],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'known_devices',
    where: byMember,
    exported: ['device', 'network', 'seen_at'],
    order: 'seen_at',
    leaving: 'delete',
  },
  {
    table: 'backup_codes',
    where: byMember,
    exported: ['used_at'],
    order: 'used_at',
    leaving: 'delete',
  },
  {
    table: 'email_verification_codes',
    where: 'email = $email',
    exported: ['email', 'created_at', 'expires_at', 'used', 'attempts'],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'password_reset_tokens',
    where: 'email = $email',
    exported: ['email', 'created_at', 'expires_at', 'used'],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'email_change_codes',
    where: byMember,
    // There is a row only where the new address has no account of somebody else.
    exported: null,
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'push_subscriptions',
    where: byMember,
    // The rest of the address names the browser to its vendor.
    exported: ["split_part(endpoint, '/', 3) as service", 'created_at'],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'notices',
    where: byMember,
    exported: ['kind', 'data', 'created_at', 'mailed_at', 'pushed_at'],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'appeals',
    where: byMember,
    exported: ['kind', 'reason', 'paused_at', 'text', 'created_at', 'decision', 'answer', 'decided_at'],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'staff_notes',
    where: byMember,
    exported: ['text', 'created_at'],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'api_keys',
    where: 'created_by = $id',
    exported: ['name', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'revoked_at'],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'trust_signals',
    where: byMember,
    // The details count other accounts.
    exported: ['signal', 'created_at'],
    order: 'id',
    leaving: 'delete',
  },
  {
    table: 'captcha_grants',
    where: byMember,
    exported: ['action', 'expires_at', 'used_at'],
    order: 'expires_at',
    leaving: 'delete',
  },
  {
    table: 'postback_log',
    where: '(wall, member_code) in (select wall, code from wall_members where user_id = $id)',
    exported: [
      ...['wall', 'verdict'],
      // A conflict may be with another member.
      "case when verdict <> 'conflict' then reason end as reason",
      ...['transaction_id', 'received_at', 'source_ip', 'raw'],
    ],
    order: 'id',
    leaving: { set: `raw = ${ERASED}, source_ip = '', member_code = null` },
  },
  {
    table: 'wall_members',
    where: byMember,
    exported: ['wall', 'code', 'created_at'],
    order: 'created_at',
    // From here on calls of walls that name the member are parked.
    leaving: 'delete',
  },
  {
    table: 'wall_member_days',
    where: byMember,
    exported: ['wall', 'day', 'points'],
    order: 'day, wall',
    leaving: 'delete',
  },
  {
    table: 'wall_alarms',
    where: byMember,
    exported: ['wall', 'day', 'value as points', 'raised_at'],
    order: 'id',
    // What staff noted may name the member.
    leaving: { set: 'user_id = null, note = null' },
  },
  {
    table: 'webhook_transactions',
    where: byMember,
    exported: [
      'provider',
      'transaction_id',
      'status',
      'amount_mb as points',
      'created_at',
      'processed_at',
      'held_until',
      'reversed_at',
      'source_ip',
      'raw_payload',
    ],
    order: 'created_at',
    leaving: { set: 'user_id = null, raw_payload = null, source_ip = null' },
  },
  {
    table: 'reward_claims',
    where: byMember,
    exported: [
      'wall',
      'mission_id',
      'title',
      'happened_at',
      'text',
      'created_at',
      'decision',
      'answer',
      'points',
      'decided_at',
      'task_id',
      'granted_task_id',
    ],
    order: 'created_at',
    leaving: { set: `title = ${ERASED}, text = ${ERASED}, answer = null` },
  },
  {
    table: 'mission_answers',
    where: MY_ATTEMPTS,
    exported: ['attempt_id', 'question', 'answer', 'answered_at'],
    order: 'answered_at',
    leaving: 'delete',
  },
  {
    table: 'mission_postbacks',
    where: MY_ATTEMPTS,
    exported: ['advertiser', 'verdict', 'attempt_id', 'received_at', 'source_ip', 'raw'],
    order: 'id',
    leaving: { set: `raw = ${ERASED}, source_ip = '', click_id = null` },
  },
  {
    table: 'mission_attempts',
    where: byMember,
    exported: [
      'id',
      'mission_id',
      'points',
      'started_at',
      'counted_ms',
      'completed_at',
      'reversed_at',
      'task_id',
    ],
    order: 'started_at',
    // An advertiser who tells of it later names nobody any more.
    leaving: { set: 'click_id = gen_random_uuid()::text' },
  },
  {
    table: 'billing_addresses',
    where: byMember,
    exported: ['line1', 'line2', 'city', 'state', 'postal_code', 'country', 'updated_at'],
    order: 'updated_at',
    leaving: 'delete',
  },
  {
    table: 'tasks',
    where: byMember,
    exported: [
      'id',
      'task_type',
      'wall',
      'title',
      'points_earned',
      'completed_at',
      'held_until',
      'reversed_at',
    ],
    order: 'completed_at',
    leaving: { set: 'title = null' },
  },
  {
    table: 'ledger_transfers',
    where: 'member_id = $id',
    exported: [
      'id',
      'kind',
      'unit',
      'from_account',
      'to_account',
      'amount',
      'balance_after',
      'reference',
      'reason',
      'created_at',
    ],
    order: 'id',
    leaving: { keep: 'the records of money name nothing but the random id, and the audit needs every one' },
  },
  {
    table: 'ledger_balances',
    where: byMember,
    exported: ['points'],
    order: 'points',
    leaving: { keep: 'the balance of the random id, as of the last roll-up' },
  },
  {
    table: 'voucher_codes',
    where: MY_REDEMPTIONS,
    // The code itself is shown on the screen alone: whoever has it can spend it.
    exported: ['redemption_id', 'given_at', 'expires_at'],
    order: 'given_at',
    leaving: { set: 'sealed = null' },
  },
  {
    table: 'fulfilments',
    where: MY_REDEMPTIONS,
    exported: ['redemption_id', 'decision', 'decided_at', 'expires_at', 'message'],
    order: 'decided_at',
    leaving: { set: 'sealed = null, message = null' },
  },
  {
    table: 'card_redemptions',
    where: byMember,
    exported: [
      'id',
      'reward_kind',
      'reward_title',
      'card_tier',
      'amount_usd',
      'points_used',
      'status',
      'reason',
      'provider',
      'created_at',
      'issued_at',
      'expires_at',
    ],
    order: 'created_at',
    // What the provider calls it stays: an open one still settles.
    leaving: { set: 'stripe_card_id = null, apple_wallet_url = null, google_wallet_url = null' },
  },
  {
    table: 'cash_rewards',
    where: byMember,
    exported: ['id', 'card_tier', 'amount_usd', 'status', 'reason', 'created_at'],
    order: 'created_at',
    leaving: { set: 'stripe_card_id = null, reason = null' },
  },
  {
    table: 'points_adjustments',
    where: byMember,
    exported: ['id', 'points', 'reason_code', 'text', 'status', 'created_at'],
    order: 'created_at',
    leaving: { set: `text = ${ERASED}` },
  },
  {
    table: 'approvals',
    where: byMember,
    // The note is between two admins.
    exported: ['kind', 'payload', 'reason', 'requested_at', 'expires_at', 'decision', 'decided_at'],
    order: 'requested_at',
    leaving: { set: `reason = ${ERASED}, note = null` },
  },
  {
    table: 'staff_spending',
    where: 'admin_id = $id',
    exported: ['kind', 'points', 'created_at'],
    order: 'id',
    leaving: { keep: 'the audit needs every one, and it names nothing but random ids' },
  },
  {
    table: 'risk_reviews',
    where: byMember,
    exported: [
      'redemption_id',
      // Rules and facts tell who else has the address, the mailbox or the device.
      'created_at',
      'due_at',
      'question',
      'asked_at',
      'answer',
      'answered_at',
      'decision',
      'decided_at',
      // The member reads it where the points go back; otherwise it is a note of staff.
      "case when decision = 'refund' then note end as note",
    ],
    order: 'created_at',
    leaving: {
      set: `facts = '{}', question = null, asked_at = null, asked_by = null, answer = null, answered_at = null,
        note = null`,
    },
  },
  {
    table: 'audit_texts',
    where: 'member_id = $id',
    exported: ['text'],
    order: 'entry_id',
    leaving: { set: 'text = null, salt = null' },
  },
  {
    table: 'webhook_events',
    where: 'member_id = $id',
    exported: ['type', 'happened_at', 'data'],
    order: 'happened_at',
    leaving: {
      keep: 'ids, amounts and states under the random id, for 30 days; other systems were told them',
    },
  },
  {
    table: 'users',
    where: 'id = $id',
    exported: [
      'id',
      'email',
      'email_verified',
      'name',
      'phone',
      'locale',
      'points',
      'cash_rewarded_usd',
      'card_tier_last_chosen',
      'last_rewarded_at',
      'created_at',
      'is_admin',
      'staff_role',
      'approver_since',
      'suspended_at',
      'suspended_reason',
      'suspended_text',
      'email_notifications',
      'push_notifications',
      'data_alerts',
      'private_profile',
      'marketing_consent_at',
      'totp_enabled_at as two_factor_since',
      'paused_at',
      'paused_reason',
      'paused_text',
    ],
    order: 'id',
    leaving: {
      set: `email = 'erased-' || id || '@erased.invalid', name = 'Former member', password = 'erased',
        email_verified = false, phone = null, locale = default, email_notifications = default,
        push_notifications = default, data_alerts = default, private_profile = default, marketing_consent_at = null,
        card_tier_last_chosen = null, stripe_customer_id = null, totp_secret = null, totp_enabled_at = null,
        totp_last_step = null, paused_at = null, paused_reason = null, paused_text = null, suspended_at = null,
        suspended_reason = null, suspended_text = null, left_mailboxes = default, is_admin = false, staff_role = null,
        approver_since = null, erased_at = now()`,
    },
  },
];

/**
 * Tables that hold nothing about a member: counts under HMAC, mailboxes of former members under HMAC, solved challenges, offers, ids of providers' messages,
 * settings of rules, addresses of other systems and what they answered, and what staff did (members by their random
 * ids, staff by theirs).
 */
export const NOT_PERSONAL = [
  'rate_limits',
  'departures',
  'captcha_solutions',
  'missions',
  'mission_terms',
  'rewards',
  'payout_webhooks',
  'payout_turns',
  'risk_rules',
  'wall_pauses',
  'audit_entries',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_cursor',
  'ledger_slots',
  'ledger_rollup',
  'wall_revenue_slots',
  'wall_revenue_rollup',
  // Digests of what walls signed, and hashes of codes that were members' once.
  'postback_proofs',
  'former_wall_codes',
  'wall_days',
  'wall_watch_rollup',
  'migrations',
];
