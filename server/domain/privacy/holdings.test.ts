import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { HOLDINGS } from './holdings.ts';

const { database } = await testDatabase();

/**
 * Tables that hold nothing about a member: counts under HMAC, mailboxes of former members under HMAC, solved challenges, offers, ids of providers' messages,
 * settings of rules, addresses of other systems and what they answered, and what staff did (members by their random
 * ids, staff by theirs).
 */
const NOT_PERSONAL = [
  'rate_limits',
  'departures',
  'captcha_solutions',
  'passkey_challenges',
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
  'timetable',
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

test('leaving empties every column of a member except those that may stay', async () => {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'users' and is_generated = 'NEVER'`.execute(database);
  const leaving = HOLDINGS.find(({ table }) => table === 'users')?.leaving;
  const set = typeof leaving === 'object' && 'set' in leaving ? leaving.set : '';
  const kept = rows.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name} = `).test(set));
  expect(kept.sort()).toEqual(['cash_rewarded_cents', 'created_at', 'id', 'last_rewarded_at', 'points']);
});

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
