import { type RawBuilder, sql } from 'kysely';
import { IS_OPEN, MANUAL_PROVIDER, STOCK_PROVIDER } from '#domain/redemption/index.ts';

/**
 * A backup holds the site at rest: what was under way when it was made is written as done, or as asked for without an
 * answer. The site goes on after its backup and does all of that, so a restored one must not do it again
 * (docs/decisions/0055-a-backup-is-a-site-at-rest.md). The queue of jobs is not in a backup for the same reason.
 */

/**
 * Tables whose rows open an account for minutes or days, and are left out: a restore ends every session and every code,
 * as some of them have been ended since, and nobody can sign in by a backup. The announcers are those of the site's
 * processes, which a restored one does not have. Neither are tables whose rows PostgreSQL itself drops after a crash: a
 * standby does not let them be read.
 */
export const LEFT_OUT: readonly string[] = [
  'announcers',
  'captcha_grants',
  'email_change_codes',
  'email_verification_codes',
  'feed_staged',
  'password_reset_tokens',
  'payout_turns',
  'sessions',
];

/** Whether the redemption `r` may have been asked of its provider by now, outside of this database. */
const MAY_BE_ASKED = sql<boolean>`(${IS_OPEN} and r.provider not in (${sql.lit(MANUAL_PROVIDER)}, ${sql.lit(STOCK_PROVIDER)}))`;

/** By table and column, what is written instead of the value in row `r`. `now()` is the time of the backup. */
export const AT_REST: Readonly<Record<string, Readonly<Record<string, RawBuilder<unknown>>>>> = {
  notices: {
    delivered_at: sql`coalesce(r.delivered_at, now())`,
    leased_until: sql`null`,
  },
  // Their sessions are left out: nothing goes to a browser before its member has signed in there again.
  push_subscriptions: { session_id: sql`null`, untied_until: sql`now()` },
  webhook_deliveries: {
    state: sql`case r.state when 'waiting' then 'failed' else r.state end`,
    leased_until: sql`null`,
  },
  webhook_events: { spread_at: sql`coalesce(r.spread_at, now())` },
  webhook_cursor: { read_to: sql`(select coalesce(max(id), 0) from ledger_transfers)` },
  // The next run looks the reward up first, and asks for nothing more once providers may have forgotten the first call.
  card_redemptions: {
    attempts: sql`case when ${MAY_BE_ASKED} then greatest(r.attempts, 1) else r.attempts end`,
    unanswered_since: sql`case when ${MAY_BE_ASKED} then coalesce(r.unanswered_since, now()) else r.unanswered_since end`,
    last_unanswered_at: sql`case when ${MAY_BE_ASKED} then now() else r.last_unanswered_at end`,
  },
};

/** Counts for people: the rows that `AT_REST` writes otherwise, and what people or the site may have given or decided since. */
export const UNDER_WAY = sql`
  select (select count(*)::integer from notices where delivered_at is null) as notices,
    (select count(*)::integer from webhook_deliveries d
      where state = 'waiting' and exists (select from webhook_endpoints e where e.id = d.endpoint_id)) as webhooks,
    (select count(*)::integer from card_redemptions r where ${MAY_BE_ASKED}) as redemptions,
    (select count(*)::integer from card_redemptions r
      where ${IS_OPEN} and r.provider = ${sql.lit(MANUAL_PROVIDER)}) as manual,
    (select count(*)::integer from voucher_codes where redemption_id is null and voided_at is null) as codes,
    (select count(*)::integer from approvals where decision is null and expires_at > now()) as approvals,
    (select count(*)::integer from risk_reviews where decision is null) as reviews,
    (select to_char(min(due_at) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      from risk_reviews where decision is null) as "reviewsEnd"`;
