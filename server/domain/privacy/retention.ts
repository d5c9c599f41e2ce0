import { sql } from 'kysely';
import { DEVICES_COUNTED_DAYS, FORMER_EARNINGS_DAYS } from '#contract/suspensions.values.ts';
import { WEBHOOK_KEPT_DAYS } from '#contract/webhooks.values.ts';
import type { Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import { allowStatements, type Transact } from '#database/transaction.ts';
import { doEach } from '#domain/common/do-each.ts';
import { SESSION_IDLE_DAYS } from '#domain/members/index.ts';
import { OPEN_STATUSES, OWN_PROVIDERS } from '#domain/redemption/index.ts';
import { DEVICE_KEEP_DAYS } from '#domain/trust/index.ts';
import { HOLDINGS } from './holdings.ts';

/** How long rows are kept, and what is done with them afterwards. */
export interface RetentionRule {
  /** What the rows are, for people. */
  kind: string;
  keeps: string;
  table: string;
  /** Selects the rows that are due; its `now()` is the moment at which a run began. */
  where: string;
  /** Columns to clear; without it the rows are deleted. */
  set?: string;
  /** The time that leads an index of the due rows: they are found oldest first, and nothing else is read. */
  along?: string;
  /** A function that deletes by an array of ids, for tables of a library. */
  through?: string;
  /** Large tables are searched once a day, the others every hour. */
  often: 'hourly' | 'daily';
}

/** Anyone can send these calls. A wrong secret shows within days; older calls are of no use. */
const UNPROVEN_KEPT_DAYS = 14;
/** Offers of a feed that are kept after they have left: a company may send others at each pull. */
export const LEFT_OFFERS_MAX = 50_000;
/** Most rows of a rule per transaction: what waits for one of them waits for a fraction of a second. */
const ROWS_MAX = 2_000;
/** Longest search of a table, in milliseconds. Some are searched as a whole. */
const SEARCH_MS_MAX = 600_000;
const FORMER_MEMBERS = '(select id from users where erased_at is not null)';
const OF_FORMER_MEMBERS = `user_id in ${FORMER_MEMBERS}`;
const textsOf = (values: readonly string[]) => `(${values.map((value) => `'${value}'`).join(', ')})`;
const HAS_SETTLED = `status not in ${textsOf(OPEN_STATUSES)}`;
/** How long ended codes, links and sessions are kept, to explain why one did not work. */
const KEEP_ENDED = "interval '24 hours'";

/**
 * What is still written about members who have left, as staff decide and vendors make what they left open, or what a version
 * before wrote while they left. It is emptied or deleted as HOLDINGS did when they left.
 */
const WRITTEN_LATER: Record<string, string> = {
  reward_claims: 'replies to claims of former members',
  fulfilments: 'rewards made for former members by hand, and reasons for refusing them',
  voucher_codes: 'codes of the stock given to former members',
  card_redemptions: 'ids of cards made for former members',
  risk_reviews: 'questions and notes about redemptions of former members',
  approvals: 'notes of second people about former members',
  audit_texts: 'words beside the audit trail about former members',
  notices: 'notices to former members',
  staff_notes: 'notes about former members',
  trust_signals: 'signals about former members',
  wall_members: 'codes by which walls know former members',
  offer_events: 'steps of offers of former members',
  offer_favourites: 'favourites of former members',
  mission_postbacks: 'messages of advertisers about former members',
};
const emptiedAgain: RetentionRule[] = HOLDINGS.flatMap(({ table, where, leaving }) => {
  const kind = WRITTEN_LATER[table];
  if (kind === undefined) return [];
  const keeps = 'until the next day, if written after they left';
  const rule = { kind, keeps, table, often: 'daily' } as const;
  const ofFormer = where.replace('= $id', `in ${FORMER_MEMBERS}`);
  if (leaving === 'delete') return { ...rule, where: ofFormer };
  if (!('set' in leaving)) return [];
  const filled = leaving.set.split(',').map((one) => one.replace(' = ', ' is distinct from '));
  return { ...rule, where: `(${filled.join(' or ')}) and ${ofFormer}`, set: leaving.set };
});

export const RETENTION: readonly RetentionRule[] = [
  {
    kind: 'sign-up codes, with their addresses',
    keeps: '24 hours after their end',
    table: 'email_verification_codes',
    where: `expires_at < now() - ${KEEP_ENDED}`,
    often: 'hourly',
  },
  {
    kind: 'password links, with their addresses',
    keeps: '24 hours after their end',
    table: 'password_reset_tokens',
    where: `expires_at < now() - ${KEEP_ENDED}`,
    often: 'hourly',
  },
  {
    kind: 'codes for new addresses',
    keeps: '24 hours after their end',
    table: 'email_change_codes',
    where: `expires_at < now() - ${KEEP_ENDED}`,
    often: 'hourly',
  },
  {
    kind: 'sessions, with address and browser',
    keeps: `until they end, ${SESSION_IDLE_DAYS} days after the last use at the latest`,
    table: 'sessions',
    where: `expires_at < now() or last_seen_at < now() - interval '${SESSION_IDLE_DAYS} days'`,
    often: 'hourly',
  },
  {
    kind: 'subscriptions to push messages without a session',
    keeps: '14 days after the upgrade to a version that ties them to one',
    table: 'push_subscriptions',
    where: 'session_id is null and untied_until < now()',
    often: 'hourly',
  },
  {
    kind: 'known devices',
    keeps: `${DEVICE_KEEP_DAYS} days after the last sign-in`,
    table: 'known_devices',
    where: `seen_at < now() - interval '${DEVICE_KEEP_DAYS} days'`,
    often: 'daily',
  },
  {
    kind: 'devices of former members who earned, by their random id',
    keeps: `${DEVICES_COUNTED_DAYS} days after the last sign-in`,
    table: 'known_devices',
    where: `${OF_FORMER_MEMBERS} and seen_at < now() - interval '${DEVICES_COUNTED_DAYS} days'`,
    often: 'daily',
  },
  {
    kind: 'counts of attempts',
    keeps: 'until the count starts anew',
    table: 'rate_limits',
    where: 'expire < (extract(epoch from now()) * 1000)::bigint',
    along: 'expire',
    often: 'hourly',
  },
  {
    kind: 'solved captchas',
    keeps: '1 hour after their end',
    table: 'captcha_solutions',
    where: "expires_at < now() - interval '1 hour'",
    often: 'hourly',
  },
  {
    kind: 'answered challenges of passkeys',
    keeps: '1 hour after their end',
    table: 'passkey_challenges',
    where: "expires_at < now() - interval '1 hour'",
    often: 'hourly',
  },
  {
    kind: 'used answers of other sites',
    keeps: '1 hour after their end',
    table: 'identity_answers',
    where: "expires_at < now() - interval '1 hour'",
    often: 'hourly',
  },
  {
    kind: 'captcha grants',
    keeps: '1 hour after their end',
    table: 'captcha_grants',
    where: "expires_at < now() - interval '1 hour'",
    often: 'hourly',
  },
  {
    kind: 'notices',
    keeps: '180 days',
    table: 'notices',
    where: "created_at < now() - interval '180 days'",
    along: 'created_at',
    often: 'daily',
  },
  {
    kind: 'marketing mails to members who do not agree to them any more',
    keeps: 'until the next day, if opting out did not delete them',
    table: 'notices',
    where: `kind = 'marketing'
      and not exists (select from users u where u.id = notices.user_id and u.marketing_consent_at is not null)`,
    often: 'daily',
  },
  {
    kind: 'signals of unusual use',
    keeps: '1 year',
    table: 'trust_signals',
    where: "created_at < now() - interval '1 year'",
    often: 'daily',
  },
  {
    kind: 'ended API keys',
    keeps: '1 year',
    table: 'api_keys',
    where: "least(revoked_at, expires_at) < now() - interval '1 year'",
    often: 'daily',
  },
  {
    kind: 'events for other systems, and what they answered',
    keeps: '30 days',
    table: 'webhook_events',
    where: `created_at < now() - interval '${WEBHOOK_KEPT_DAYS} days'`,
    along: 'created_at',
    often: 'hourly',
  },
  {
    kind: 'decided appeals',
    keeps: '2 years after the decision',
    table: 'appeals',
    where: "decided_at < now() - interval '2 years'",
    often: 'daily',
  },
  {
    kind: 'calls of walls without proof, with their addresses',
    keeps: `${UNPROVEN_KEPT_DAYS} days`,
    table: 'postback_log',
    where: `verdict = 'bad_signature' and received_at < now() - interval '${UNPROVEN_KEPT_DAYS} days'`,
    along: 'received_at',
    often: 'daily',
  },
  {
    kind: 'pauses and suspensions of former members, by the HMAC of their mailbox',
    keeps: '2 years',
    table: 'departures',
    where:
      "left_at < now() - interval '2 years' and (paused_reason is not null or suspended_reason is not null)",
    set: 'paused_reason = null, suspended_reason = null',
    often: 'daily',
  },
  {
    kind: 'debts of former members, by the HMAC of their mailbox',
    keeps: 'until a new account takes them over, 7 years at the most',
    table: 'departures',
    where: `left_at < now() - interval '7 years'
      or paused_reason is null and suspended_reason is null and points_owed = 0`,
    often: 'daily',
  },
  {
    kind: 'missions of former members, and the ids of those from whom walls can take back, by the HMAC of their mailbox',
    keeps: `${FORMER_EARNINGS_DAYS} days`,
    table: 'former_earnings',
    where: `left_at < now() - interval '${FORMER_EARNINGS_DAYS} days'`,
    often: 'daily',
  },
  {
    kind: 'log of walls’ calls, of those that wait to be replayed as well',
    keeps: '1 year',
    table: 'postback_log',
    where: "received_at < now() - interval '1 year'",
    along: 'received_at',
    often: 'daily',
  },
  {
    kind: 'messages of advertisers without proof, with their addresses',
    keeps: `${UNPROVEN_KEPT_DAYS} days`,
    table: 'mission_postbacks',
    where: `verdict = 'bad_signature' and received_at < now() - interval '${UNPROVEN_KEPT_DAYS} days'`,
    often: 'daily',
  },
  {
    kind: 'offers of feeds that have left',
    keeps: '90 days',
    table: 'feed_offers',
    where: "left_at < now() - interval '90 days'",
    often: 'daily',
  },
  {
    kind: `offers of feeds that have left, beyond the last ${LEFT_OFFERS_MAX} of each feed`,
    keeps: 'until the next hour',
    table: 'feed_offers',
    where: `(wall, offer_id) in (
      select wall, offer_id
      from (select wall, offer_id, row_number() over (partition by wall order by left_at desc, offer_id) as place
        from feed_offers where left_at is not null) gone
      where place > ${LEFT_OFFERS_MAX})`,
    often: 'hourly',
  },
  {
    kind: 'addresses of pictures that no offer names any more',
    keeps: 'until the next day',
    table: 'offer_picture_sources',
    where: 'not exists (select from feed_offers o where o.icon_url = offer_picture_sources.url)',
    often: 'daily',
  },
  {
    kind: 'pictures of offers that no offer has any more',
    keeps: '7 days',
    table: 'offer_pictures',
    where: `kept_at < now() - interval '7 days'
      and not exists (select from offer_picture_sources s where s.hash = offer_pictures.hash)`,
    often: 'daily',
  },
  {
    kind: 'offers that members started: what was promised, kind of device, country',
    keeps: '180 days, or 90 days after their last deadline, 1 year at the most',
    table: 'offer_clicks',
    where: 'kept_until < now()',
    along: 'kept_until',
    often: 'daily',
  },
  {
    kind: 'steps of offers that paid nothing or were not decided',
    keeps: '1 year',
    table: 'offer_events',
    where: "received_at < now() - interval '1 year'",
    along: 'received_at',
    often: 'daily',
  },
  {
    kind: 'sums of walls by day',
    keeps: '400 days',
    table: 'wall_days',
    where: 'day < now()::date - 400',
    often: 'daily',
  },
  {
    kind: 'messages of advertisers',
    keeps: '1 year',
    table: 'mission_postbacks',
    where: "received_at < now() - interval '1 year'",
    often: 'daily',
  },
  ...emptiedAgain,
  {
    kind: 'names by which payout vendors know former members',
    keeps: 'until their last redemption there has settled',
    table: 'card_redemptions',
    where: `provider_customer is not null and ${HAS_SETTLED} and ${OF_FORMER_MEMBERS}`,
    set: 'provider_customer = null',
    often: 'daily',
  },
  {
    kind: 'names by which payout vendors know the rewards of former members',
    keeps: '2 years',
    table: 'card_redemptions',
    // Codes of our own stock and what a person handed out are rows of ours, which the proof counts.
    where: `provider_ref is not null and provider not in ${textsOf(OWN_PROVIDERS)}
      and created_at < now() - interval '2 years' and ${HAS_SETTLED} and ${OF_FORMER_MEMBERS}`,
    set: 'provider_ref = null',
    often: 'daily',
  },
  {
    kind: 'usage data in provider transactions: the call as received and its address',
    keeps: '2 years; the transaction itself stays',
    table: 'webhook_transactions',
    where: "created_at < now() - interval '2 years' and (raw_payload is not null or source_ip is not null)",
    set: 'raw_payload = null, source_ip = null',
    along: 'created_at',
    often: 'daily',
  },
  {
    kind: 'jobs that failed for good, with the addresses in them',
    keeps: '3 days',
    table: 'graphile_worker.jobs',
    where: "attempts >= max_attempts and locked_at is null and run_at < now() - interval '3 days'",
    through: 'graphile_worker.complete_jobs',
    often: 'daily',
  },
];

/** Counts the rows that are due by each rule. Changes nothing. */
export async function countDue(transact: Transact): Promise<(RetentionRule & { due: number })[]> {
  const counted: (RetentionRule & { due: number })[] = [];
  for (const rule of RETENTION) {
    const due = await transact(async (tx) => {
      await allowStatements(tx, SEARCH_MS_MAX);
      const { rows } = await sql<{ due: number }>`
        select count(*)::integer as due from ${sql.raw(rule.table)} where ${sql.raw(rule.where)}`.execute(tx);
      return rows[0]?.due ?? 0;
    });
    counted.push({ ...rule, due });
  }
  return counted;
}

/**
 * Applies all rules, or those of a frequency, at most ROWS_MAX rows of a rule per transaction. What becomes due meanwhile
 * waits for the next run, or a rule whose rows come as fast as it deletes them would not end. A rule that fails keeps no
 * other from its turn; throws all failures at the end.
 */
export async function applyRetention(transact: Transact, often?: RetentionRule['often']): Promise<void> {
  const now = await transact(readClock);
  const rules = RETENTION.filter((one) => !often || one.often === often);
  await doEach(rules.map((rule) => [rule.kind, () => applyRule(transact, rule, now)]));
}

async function applyRule(transact: Transact, rule: RetentionRule, now: Date): Promise<void> {
  const then = { ...rule, where: rule.where.replaceAll('now()', `'${now.toISOString()}'::timestamptz`) };
  let changed: number;
  // Not until a step is short: a row that somebody else changes at the same time falls out of its step.
  do changed = await transact((tx) => apply(tx, then));
  while (changed > 0);
}

/** Returns how many rows were changed. */
async function apply(tx: Tx, { table, where, along, set, through }: RetentionRule): Promise<number> {
  await allowStatements(tx, SEARCH_MS_MAX);
  const due = (column: string) => sql`array(
    select ${sql.raw(column)} from ${sql.raw(table)} where ${sql.raw(where)}
    ${along ? sql`order by ${sql.ref(along)}` : sql``} limit ${ROWS_MAX})`;
  if (through) {
    const { rows } = await sql`select from ${sql.raw(through)}(${due('id')})`.execute(tx);
    return rows.length;
  }
  const forget = set ? sql`update ${sql.raw(table)} set ${sql.raw(set)}` : sql`delete from ${sql.raw(table)}`;
  const { numAffectedRows } = await sql`${forget} where ctid = any (${due('ctid')})`.execute(tx);
  return Number(numAffectedRows);
}
