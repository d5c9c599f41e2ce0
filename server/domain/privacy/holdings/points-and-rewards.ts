import { TOLD_REASON } from '#domain/redemption/index.ts';
import { byMember, type Holding } from './holding.ts';

const MY_REDEMPTIONS = 'redemption_id in (select id from card_redemptions where user_id = $id)';

/** What a member earned, the moves of their points, and their rewards. */
export const POINTS_AND_REWARDS: readonly Holding[] = [
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
    exported: ['points', 'credits', 'credited_points'],
    order: 'points',
    leaving: { keep: 'the sums of the random id, as of the last roll-up' },
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
      'amount_cents',
      'points_used',
      'status',
      `${TOLD_REASON} as reason`,
      'provider',
      'created_at',
      'issued_at',
      'expires_at',
    ],
    order: 'created_at',
    // What the provider calls reward and member stays until RETENTION empties it: an open one still settles.
    leaving: { set: 'stripe_card_id = null, apple_wallet_url = null, google_wallet_url = null' },
  },
  {
    table: 'cash_rewards',
    where: byMember,
    exported: ['id', 'card_tier', 'amount_cents', 'status', 'reason', 'created_at'],
    order: 'created_at',
    leaving: { set: 'stripe_card_id = null, reason = null' },
  },
];
