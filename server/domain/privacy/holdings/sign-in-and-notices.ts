import { DEVICES_COUNTED_DAYS } from '#contract/suspensions.values.ts';
import { byMember, type Holding } from './holding.ts';

/** Where a member signs in from, what they were told, and what they and staff wrote of the account. */
export const SIGN_IN_AND_NOTICES: readonly Holding[] = [
  {
    table: 'sessions',
    where: byMember,
    exported: [
      'created_at',
      'last_seen_at',
      'authenticated_at',
      'second_factor_at',
      'passkey_at',
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
    leaving: {
      keep: 'rules about several accounts count a member who earned; see DEVICES_COUNTED_DAYS',
      unless: `seen_at < now() - interval '${DEVICES_COUNTED_DAYS} days'
        or not exists (select from tasks t where t.user_id = known_devices.user_id)`,
    },
  },
  {
    table: 'backup_codes',
    where: byMember,
    exported: ['used_at'],
    order: 'used_at',
    leaving: 'delete',
  },
  {
    table: 'passkeys',
    where: byMember,
    exported: ['name', 'synced', 'transports', 'created_at', 'last_used_at'],
    order: 'created_at',
    leaving: 'delete',
  },
  {
    table: 'identities',
    where: byMember,
    exported: ['provider', 'issuer', 'subject', 'email', 'created_at', 'last_used_at'],
    order: 'created_at',
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
    // The address may be somebody else's, who has not agreed to the move.
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
];
