import { expect, test } from 'vitest';
import { LANGUAGE_CODES, type LanguageCode } from '#contract/languages.ts';
import { HOLDINGS } from '#domain/privacy/holdings.ts';
import { readCatalogue } from '#web/build/catalogue-files.ts';
import { flat } from '#web/shared/language/compare.ts';

/** How each item of the policy's list of collected data begins in English -> the tables that hold it. */
const ITEMS: Record<string, string[]> = {
  'Account data:': ['users'],
  'Your password,': ['users', 'passkeys', 'backup_codes', 'password_reset_tokens'],
  'If you sign in with an account that you have at another site:': ['identities'],
  'Activity:': [
    ...['tasks', 'ledger_transfers', 'ledger_balances', 'mission_attempts'],
    ...['card_redemptions', 'voucher_codes', 'fulfilments', 'cash_rewards'],
    ...['offer_clicks', 'offer_events', 'offer_favourites'],
    ...['wall_members', 'wall_member_days', 'webhook_transactions', 'postback_log', 'mission_postbacks'],
    // What other systems of the operator are told of it.
    'webhook_events',
    // The section about how long says for how long, and why.
    'former_earnings',
  ],
  'What you enter where it is asked for:': [
    ...['billing_addresses', 'mission_answers', 'reward_claims', 'appeals', 'risk_reviews'],
    ...['email_verification_codes', 'email_change_codes'],
  ],
  'Technical data:': ['sessions', 'known_devices', 'trust_signals', 'wall_alarms', 'captcha_grants'],
  'Your settings:': ['users', 'wall_members', 'push_subscriptions'],
  'From us:': ['notices', 'staff_notes', 'points_adjustments', 'approvals', 'risk_reviews', 'audit_texts'],
  'If you work for this site as staff:': ['api_keys', 'staff_spending', 'audit_entries'],
};

const itemsIn = (code: LanguageCode) =>
  (flat(readCatalogue(code, 'legal')).get('privacy.sections.collected.body') ?? '')
    .split('\n')
    .filter((line) => line.startsWith('- '));

test('the privacy policy names whatever the database holds about a member', () => {
  const begun = itemsIn('en').map((item) =>
    Object.keys(ITEMS).find((start) => item.startsWith(`- ${start}`)),
  );
  expect(begun).toEqual(Object.keys(ITEMS));
  const named = new Set(Object.values(ITEMS).flat());
  expect([...named].sort()).toEqual(HOLDINGS.map(({ table }) => table).sort());
});

test.each(LANGUAGE_CODES)('the privacy policy has all of its items in %s', (code) => {
  expect(itemsIn(code)).toHaveLength(Object.keys(ITEMS).length);
});
