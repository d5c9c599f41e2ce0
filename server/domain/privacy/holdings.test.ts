import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { HOLDINGS } from './holdings.ts';

const { database } = await testDatabase();

/**
 * Tables that hold nothing about a member: counts under HMAC, mailboxes of former members under HMAC, solved challenges, offers, ids of providers' messages,
 * settings of rules, and addresses of other systems and what they answered.
 */
const NOT_PERSONAL = [
  'rate_limits',
  'departures',
  'captcha_solutions',
  'identity_answers',
  'passkey_challenges',
  'missions',
  'mission_places',
  'mission_terms',
  'rewards',
  'payout_webhooks',
  'payout_turns',
  'risk_rules',
  'wall_pauses',
  // What vendors offer to everyone.
  'feeds',
  'feed_offers',
  'feed_goals',
  'feed_staged',
  'offer_categories',
  'offer_results',
  'offer_rules',
  'offer_pictures',
  'offer_picture_sources',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_cursor',
  'ledger_slots',
  'ledger_totals',
  'ledger_rollup',
  'member_counts',
  'wall_revenue_slots',
  'wall_revenue_rollup',
  // Digests of what walls signed, and hashes of codes that were members' once.
  'postback_proofs',
  'former_wall_codes',
  'wall_days',
  'wall_watch_rollup',
  'timetable',
  'last_backup',
  'last_proof',
  'secret_mark',
  'mended_times',
  'announcers',
  'migrations',
];

test('every table is named: what is held in it about a member, or that it is nothing', async () => {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' order by 1`.execute(database);
  const named = [...HOLDINGS.map(({ table }) => table), ...NOT_PERSONAL].sort();
  expect(rows.map(({ name }) => name)).toEqual(named);
});

/**
 * Of tables whose rows stay when their member leaves, the columns that stay as they are: random ids, amounts, states, times,
 * what walls, vendors and this site named by themselves, and who of the staff it was.
 */
const STAYS: Record<string, string[]> = {
  users: ['cash_rewarded_cents', 'created_at', 'id', 'last_rewarded_at', 'points'],
  tasks: [
    ...['id', 'user_id', 'task_type', 'points_earned', 'completed_at', 'wall'],
    ...['reversed_at', 'held_until'],
  ],
  ledger_transfers: [
    ...[
      'id',
      'key',
      'unit',
      'from_account',
      'to_account',
      'amount',
      'kind',
      'reference',
      'reason',
      'reverses',
    ],
    ...['actor', 'balance_after', 'created_at'],
  ],
  ledger_balances: ['user_id', 'points', 'credits', 'credited_points'],
  voucher_codes: [
    // Of a code that is spent and cannot be read any more: the fingerprint tells that it was uploaded before.
    ...['id', 'reward_id', 'upload_id', 'fingerprint', 'expires_at', 'uploaded_by', 'uploaded_at'],
    ...['redemption_id', 'given_at', 'voided_at'],
  ],
  fulfilments: [
    ...['redemption_id', 'owner_id', 'owned_until', 'decision', 'decided_by', 'decided_at', 'reveal'],
    // The fingerprint tells that it was given before.
    ...['fingerprint', 'expires_at'],
  ],
  card_redemptions: [
    ...['id', 'user_id', 'card_tier', 'amount_cents', 'points_used', 'status', 'created_at', 'issued_at'],
    ...['expires_at', 'request_id', 'provider', 'reason', 'exact_reason', 'attempts', 'leased_until'],
    'promised_by',
    ...[
      'unanswered_since',
      'last_unanswered_at',
      'resting',
      'woken',
      'reveal',
      'reward_id',
      'reward_kind',
      'reward_title',
    ],
    ...['product_ids', 'award_id', 'stopped_at', 'reminded_at'],
    // For settling and disputes, until RETENTION empties them.
    ...['provider_ref', 'provider_customer'],
  ],
  cash_rewards: [
    ...['id', 'user_id', 'amount_cents', 'card_tier', 'status', 'created_at', 'awarded_by', 'request_id'],
  ],
  points_adjustments: [
    ...['id', 'user_id', 'points', 'reason_code', 'requested_by', 'request_id', 'status', 'created_at'],
  ],
  approvals: [
    // Points, tiers and terms of missions.
    'payload',
    ...['id', 'kind', 'subject_id', 'user_id', 'requested_by', 'requested_at', 'expires_at', 'decision'],
    ...['decided_by', 'decided_at'],
  ],
  staff_spending: ['id', 'admin_id', 'kind', 'subject_id', 'points', 'limit_points', 'created_at'],
  risk_reviews: [
    ...['redemption_id', 'user_id', 'rules', 'created_at', 'due_at', 'escalated_at', 'owner_id', 'decision'],
    ...['decided_at', 'decided_by'],
  ],
  audit_entries: [
    ...[
      'id',
      'at',
      'actor',
      'actor_role',
      'action',
      'subject_kind',
      'subject_id',
      'before',
      'after',
      'reason',
    ],
    ...['previous_hash', 'hash', 'text_hash'],
    // Of former staff alone: the chain proves it, and it tells after a break-in who it was.
    'ip',
  ],
  audit_texts: ['entry_id', 'member_id'],
  webhook_events: ['id', 'type', 'happened_at', 'member_id', 'data', 'created_at', 'spread_at'],
  postback_log: [
    ...[
      'id',
      'wall',
      'verdict',
      'reason',
      'transaction_id',
      'latency_ms',
      'replayed_at',
      'received_at',
      'times',
    ],
    ...['last_received_at', 'reversal'],
  ],
  wall_alarms: [
    ...['id', 'wall', 'kind', 'day', 'value', 'usual', 'threshold', 'raised_at', 'seen_at', 'seen_by'],
    'seen_value',
  ],
  webhook_transactions: [
    ...[
      'id',
      'transaction_id',
      'provider',
      'status',
      'amount_mb',
      'latency_ms',
      'processed_at',
      'reversed_at',
    ],
    ...['created_at', 'reference', 'reversed_by', 'revenue_usd_micros', 'held_until'],
  ],
  reward_claims: [
    ...[
      'id',
      'user_id',
      'wall',
      'mission_id',
      'happened_at',
      'created_at',
      'decision',
      'points',
      'decided_at',
    ],
    ...['decided_by', 'task_id', 'granted_task_id', 'owner_id', 'owned_until'],
  ],
  mission_postbacks: [
    ...['id', 'advertiser', 'verdict', 'attempt_id', 'received_at', 'times', 'last_received_at'],
  ],
  // Without the account that left, which recordDeparture takes out.
  // Of a member who earned, for the rules about several accounts.
  known_devices: ['user_id', 'device', 'network', 'seen_at'],
  former_earnings: ['id', 'mailboxes', 'left_at', 'mission_ids', 'former_id', 'met_by'],
  mission_attempts: [
    ...[
      'id',
      'mission_id',
      'user_id',
      'points',
      'started_at',
      'reserved_until',
      'counted_ms',
      'completed_at',
    ],
    ...['reversed_at', 'overruled_reversal_at', 'task_id', 'running_since'],
    // A page's random name for itself.
    'view',
  ],
};

/** What may stand in the place of a personal value: nothing of the row, but for its random id. */
const EMPTIED =
  /^(null|default|false|now\(\)|''|'\{\}'|'\[erased\]'|'erased'|'Former member'|'erased-' \|\| id \|\| '@erased.invalid'|gen_random_uuid\(\)::text)$/;

test.each(HOLDINGS.filter(({ leaving }) => leaving !== 'delete'))(
  'leaving empties every column of $table except those that may stay',
  async ({ table, leaving }) => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(database);
    const set = typeof leaving === 'object' && 'set' in leaving ? leaving.set.split(',') : [];
    const emptied = new Map(
      set.map((one) => one.split(' = ').map((part) => part.trim()) as [string, string]),
    );
    for (const [name, value] of emptied) expect(value, `${table}.${name}`).toMatch(EMPTIED);
    const kept = rows.map(({ name }) => name).filter((name) => !emptied.has(name));
    expect(kept.sort()).toEqual(STAYS[table]?.toSorted());
  },
);

const exported = HOLDINGS.flatMap(({ table, exported: columns }) =>
  (columns ?? []).map((column) => `${table}.${column}`),
);

test('the export has no column about other members, staff, or the rules against fraud', () => {
  const others =
    /email_change_codes|_by$|owner|author|\.actor|trust_signals\.details|risk_reviews\.(rules|facts|note)|approvals\.note/;
  expect(exported.filter((column) => others.test(column))).toEqual([]);
});

test('the export has no secret and no hash of a secret', () => {
  const secrets =
    /password(?!_reset)|totp_(secret|last)|sessions\.id|codes\.code|tokens\.token|p256dh|\.auth$|\.endpoint$/;
  expect(exported.filter((column) => secrets.test(column))).toEqual([]);
});
