import { type RawBuilder, sql } from 'kysely';
import { ROLE_PERMISSIONS, STAFF_ROLES } from '#contract/staff.values.ts';
import type { Tx } from '#database/client.ts';
import { WAS_PAID_TOO } from '#domain/earning/claims/paid-too.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';
import type { Unusual } from './judge-day.ts';

/** Walls settle within weeks, so no call is looked for after this many days. */
const GRANTED_DAYS_MAX = 180;

/** A reward is paid twice from the later of the two on: the grant or the credit of the wall. */
const PAID_TWICE_AT = sql`greatest(t.completed_at, c.decided_at)`;

/** Whether it was so at the moment or later, said so that of a claim granted before it no earlier tasks are read. */
const wasPaidTwiceFrom = (moment: RawBuilder<unknown>) => sql<boolean>`(
  t.completed_at >= case when c.decided_at < ${moment} then ${moment} else c.created_at end)`;

const beginOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone 'UTC'`;

/**
 * The points that walls have credited for offers for which staff granted a claim as well, by the UTC day on which the second of
 * both came: of each of the last `days`, today included, with the member of the latest. What a wall takes back counts on: a sum
 * that fell would hide the next one.
 */
export async function readPaidTwice(
  tx: Tx,
  days: number,
): Promise<(Unusual & { wall: string; day: string; userId: string })[]> {
  const { rows } = await sql<{ wall: string; day: string; value: number; userId: string }>`
    select c.wall, (${PAID_TWICE_AT} at time zone 'UTC')::date::text as day, sum(w.amount_mb)::float8 as value,
      (array_agg(t.user_id order by ${PAID_TWICE_AT} desc))[1] as user_id
    from reward_claims c, tasks t, webhook_transactions w
    where ${WAS_PAID_TOO} and c.decided_at > now() - make_interval(days => ${GRANTED_DAYS_MAX})
      and ${wasPaidTwiceFrom(beginOf(sql`(now() at time zone 'UTC')::date - ${days - 1}::integer`))}
    group by 1, 2 order by 1, 2`.execute(tx);
  return rows.map((row) => ({ ...row, kind: 'paid_twice', usual: null, threshold: 1 }));
}

/** The roles that may close an alarm. */
const CLOSING_ROLES = STAFF_ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('queues.work'));

/**
 * Whether any reward whose second payment came that day was granted to the admin, or by them, alone or as one of two, where
 * somebody else could look at it.
 */
export async function hasOwnGrant(
  tx: Tx,
  { wall, day, adminId }: { wall: string; day: string; adminId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from reward_claims c, tasks t, webhook_transactions w
    where ${WAS_PAID_TOO} and c.wall = ${wall}
      and ${wasPaidTwiceFrom(beginOf(sql`${day}::date`))} and ${PAID_TWICE_AT} < ${beginOf(sql`${day}::date + 1`)}
      and (c.user_id = ${adminId} or (
        (c.decided_by = ${adminId} or exists (
          select from ${TRANSFERS} l where l.key = 'claim:' || c.id and l.actor = 'admin:' || ${adminId}::text))
        and exists (
          select from users u where u.staff_role = any (${CLOSING_ROLES}::text[]) and u.id <> ${adminId}
            and u.suspended_at is null and u.erased_at is null)))
    limit 1`.execute(tx);
  return rows.length > 0;
}
