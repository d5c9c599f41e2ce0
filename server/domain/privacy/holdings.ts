import { DECISIONS_OF_STAFF } from './holdings/decisions-of-staff.ts';
import type { Holding } from './holdings/holding.ts';
import { POINTS_AND_REWARDS } from './holdings/points-and-rewards.ts';
import { SIGN_IN_AND_NOTICES } from './holdings/sign-in-and-notices.ts';
import { WALLS_AND_MISSIONS } from './holdings/tasks-of-walls-and-missions.ts';

/**
 * Everything that the database holds about a member, table by table. The one place that reads and writes the tables of
 * other modules, as otherwise it could not be seen whether something was forgotten. A test fails for a table that is
 * neither here nor in its list of those that are not personal.
 */
export const HOLDINGS: readonly Holding[] = [
  ...SIGN_IN_AND_NOTICES,
  ...WALLS_AND_MISSIONS,
  ...POINTS_AND_REWARDS,
  ...DECISIONS_OF_STAFF,
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
      'cash_rewarded_cents',
      'card_tier_last_chosen',
      'last_rewarded_at',
      'created_at',
      'is_admin',
      'staff_role',
      'staff_role_from',
      'approver_since',
      'suspended_at',
      'suspended_reason',
      'suspended_text',
      'email_notifications',
      'push_notifications',
      'data_alerts',
      'private_profile',
      'marketing_consent_at',
      'least(totp_enabled_at, passkey_factor_at) as two_factor_since',
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
        totp_last_step = null, passkey_factor_at = null, paused_at = null, paused_reason = null, paused_text = null, suspended_at = null,
        suspended_reason = null, suspended_text = null, left_mailboxes = default, is_admin = false, staff_role = null, staff_role_from = null,
        approver_since = null, erased_at = now()`,
    },
  },
];
