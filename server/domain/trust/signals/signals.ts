import { sql } from 'kysely';
import { DEVICES_COUNTED_DAYS, type PauseReason } from '#contract/suspensions.values.ts';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { doEach } from '#domain/common/do-each.ts';
import { isDisposable } from './disposable.ts';

/**
 * Something unusual about a member, recorded with its facts. A signal has no effect by itself; staff read it and may
 * pause redemptions.
 */
export type Signal = Extract<
  PauseReason,
  'many_accounts' | 'disposable_email' | 'unusual_speed' | 'many_reversals' | 'region'
>;

/** Where addresses belong, and where the site is offered (ISO 3166-1 alpha-2). */
export interface Regions {
  /** Undefined for an address without a country, such as one of a home network. */
  countryOf: (ip: string) => string | undefined;
  supported: readonly string[];
}

/** Accounts seen in one network lately before it is worth a look: households and offices share one. */
const ACCOUNTS_PER_NETWORK_MIN = 6;
/** With the same browser and system they are fewer people. */
export const ACCOUNTS_PER_DEVICE_MIN = 3;
/** Most devices of a network that are looked at. */
const SEEN_MAX = 2_000;
/** Tasks within an hour that one person can hardly complete. */
export const TASKS_PER_HOUR_MIN = 30;
/** Rewards reversed within REVERSALS_DAYS days that make a signal: their number and their share of all. */
export const REVERSALS_MIN = 5;
const REVERSALS_PERCENT_MIN = 30;
const REVERSALS_DAYS = 30;
/** The same signal of a member is recorded once within this time. */
const REPEAT_HOURS = 24;

/** Looks at an account that was just made, and at the device and the place that it was made with. */
export async function watchSignUp(
  tx: Tx,
  member: { id: string; email: string; ip: string },
  regions: Regions,
): Promise<void> {
  const country = regions.countryOf(member.ip);
  if (country && !regions.supported.includes(country)) {
    await record(tx, member.id, 'region', { country, supported: regions.supported.join(', ') });
  }
  if (isDisposable(member.email)) {
    const domain = member.email.slice(member.email.lastIndexOf('@') + 1);
    await record(tx, member.id, 'disposable_email', { domain });
  }
  const { accounts, sameDevice } = await accountsNear(tx, member.id);
  if (accounts >= ACCOUNTS_PER_NETWORK_MIN || sameDevice >= ACCOUNTS_PER_DEVICE_MIN) {
    await record(tx, member.id, 'many_accounts', { accounts, sameDevice, days: DEVICES_COUNTED_DAYS });
  }
}

/** Records signals about what members did lately: unusual speed, many reversed rewards. One that fails does not keep the other. */
export const watchMembers = (transact: Transact): Promise<void> =>
  doEach([
    ['unusual speed', () => transact(watchSpeed)],
    ['many reversals', () => transact(watchReversals)],
  ]);

async function watchSpeed(tx: Tx): Promise<void> {
  const found = sql`
    select user_id, 'unusual_speed' as signal, jsonb_build_object('tasks', count(*), 'minutes', 60) as details
    from tasks where completed_at > now() - interval '1 hour'
    group by user_id having count(*) >= ${TASKS_PER_HOUR_MIN}
      and not ${wasRecorded(sql`tasks.user_id`, 'unusual_speed')}`;
  await recordFound(tx, found);
}

/** All tasks are counted of the few members alone who have enough reversed ones. */
async function watchReversals(tx: Tx): Promise<void> {
  const since = sql`now() - make_interval(days => ${REVERSALS_DAYS})`;
  const found = sql`
    select several.user_id, 'many_reversals' as signal,
      jsonb_build_object('reversals', reversals, 'tasks', tasks, 'days', ${REVERSALS_DAYS}::integer) as details
    from (
      -- Nothing is reversed before it is completed.
      select user_id from tasks where reversed_at > ${since} and completed_at > ${since}
      group by user_id having count(*) >= ${REVERSALS_MIN}
    ) several
    cross join lateral (
      select count(*) as tasks, count(reversed_at) as reversals
      from tasks t where t.user_id = several.user_id and t.completed_at > ${since}
    ) recent
    where reversals * 100 >= tasks * ${REVERSALS_PERCENT_MIN}
      and not ${wasRecorded(sql`several.user_id`, 'many_reversals')}`;
  await recordFound(tx, found);
}

/**
 * Records the signals that the statement `found` selects. Of members who have left nothing is noted, and who is leaving is
 * waited for; walls go on taking credits back from them.
 */
async function recordFound(tx: Tx, found: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into trust_signals (user_id, signal, details)
    select u.id, signal, details from (${found}) found join users u on u.id = found.user_id
    where u.erased_at is null order by u.id for key share of u`.execute(tx);
}

/**
 * Counts the accounts lately seen in this account's network, itself included, and those of them with its kind of
 * device. At a mobile carrier there are more than are counted.
 */
async function accountsNear(tx: Tx, userId: string): Promise<{ accounts: number; sameDevice: number }> {
  const { rows } = await sql<{ accounts: number; sameDevice: number }>`
    select count(distinct user_id)::integer as accounts,
      count(distinct user_id) filter (where has_device)::integer as same_device
    from (
      select other.user_id, other.device = mine.device as has_device
      from known_devices mine join known_devices other on other.network = mine.network
      where mine.user_id = ${userId} and other.seen_at > now() - make_interval(days => ${DEVICES_COUNTED_DAYS})
      limit ${SEEN_MAX}
    ) seen`.execute(tx);
  return rows[0] ?? { accounts: 0, sameDevice: 0 };
}

async function record(
  tx: Tx,
  userId: string,
  signal: Signal,
  details: Record<string, string | number>,
): Promise<void> {
  await tx
    .insertInto('trustSignals')
    .values({ userId, signal, details: JSON.stringify(details) })
    .execute();
}

const wasRecorded = (userId: ReturnType<typeof sql>, signal: Signal) => sql`exists (
  select from trust_signals s where s.user_id = ${userId} and s.signal = ${signal}
    and s.created_at > now() - make_interval(hours => ${REPEAT_HOURS}))`;
