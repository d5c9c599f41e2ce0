import { expect, test } from 'vitest';
import { LANGUAGE_CODES, type LanguageCode } from '#contract/languages.ts';
import { HOLDINGS } from '#domain/privacy/holdings.ts';
import { RETENTION } from '#domain/privacy/retention.ts';
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

/**
 * How each statement of the policy about how long data is kept begins in English -> what `ops retention` calls it of
 * former members. The others tell what is kept longer, or is not in the database.
 */
const KEPT: Record<string, string[]> = {
  'Transaction records are kept': [],
  'Usage analytics': [],
  'Marketing data': [],
  'If you leave while your account is paused, suspended or owes points,': [
    'pauses and suspensions of former members, by the HMAC of their mailbox',
    'debts of former members, by the HMAC of their mailbox',
  ],
  // And the debt of a credit that is taken back afterwards, which waits for the next account.
  'For {formerDays} days after you leave': [
    'missions of former members, and the ids of those from whom walls can take back, by the HMAC of their mailbox',
    'debts of former members, by the HMAC of their mailbox',
  ],
  'If you earned points,': ['devices of former members who earned, by their random id'],
  // Standard output.
  'Logs of requests': [],
  // The job of the last mail holds the address.
  'When you delete your account,': [],
  'Backups made before': [],
  'Transaction records stay': [],
  'If you left owing points, or such a debt arose within these days,': [
    'debts of former members, by the HMAC of their mailbox',
  ],
  'If a new account took over': [],
  'The number by which a card vendor knows a reward': [
    'names by which payout vendors know the rewards of former members',
  ],
  'If you worked for this site as staff,': [],
};

/** Gone by the next day, or with what the member left open. */
const SOON_GONE = ['names by which payout vendors know former members'];

const bodyOf = (code: LanguageCode, section: string) =>
  flat(readCatalogue(code, 'legal')).get(`privacy.sections.${section}.body`) ?? '';
const listed = (body: string) => body.split('\n').filter((line) => line.startsWith('- '));
const itemsIn = (code: LanguageCode) => listed(bodyOf(code, 'collected'));

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

test('the privacy policy tells what stays of former members, and for how long', () => {
  const body = bodyOf('en', 'retention');
  const sentences = (body.split('\n\n')[1] ?? '').split(/(?<=\.) /);
  const begun = [...listed(body).map((item) => item.slice(2)), ...sentences].map((statement) =>
    Object.keys(KEPT).find((start) => statement.startsWith(start)),
  );
  expect(begun).toEqual(Object.keys(KEPT));
  const ofFormer = RETENTION.filter(
    ({ kind, keeps }) => /former members/.test(kind) && !/next day/.test(keeps),
  );
  const told = new Set([...Object.values(KEPT).flat(), ...SOON_GONE]);
  expect([...told].sort()).toEqual(ofFormer.map(({ kind }) => kind).sort());
});

test.each(LANGUAGE_CODES)('what stays is told item by item, with every number, in %s', (code) => {
  const numbers = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
  const [english, text] = [bodyOf('en', 'retention'), bodyOf(code, 'retention')];
  expect(listed(text).map(numbers)).toEqual(listed(english).map(numbers));
});
