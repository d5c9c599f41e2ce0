import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { WAS_PAID_TOO } from '#domain/earning/claims/paid-too.ts';
import type { Unusual } from './judge-day.ts';

/** Walls settle within weeks, so no call is looked for after this many days. */
const GRANTED_DAYS_MAX = 180;

/**
 * The points that walls have credited for offers for which staff had granted a claim before, of each of the last `days` UTC
 * days, today included, with the member of the latest. What a wall takes back counts on: a sum that fell would hide the next one.
 */
export async function readPaidTwice(
  tx: Tx,
  days: number,
): Promise<(Unusual & { wall: string; day: string; userId: string })[]> {
  const { rows } = await sql<{ wall: string; day: string; value: number; userId: string }>`
    select c.wall, (w.created_at at time zone 'UTC')::date::text as day, sum(w.amount_mb)::float8 as value,
      (array_agg(w.user_id order by w.created_at desc))[1] as user_id
    from reward_claims c join webhook_transactions w on ${WAS_PAID_TOO}
    where c.decided_at > now() - make_interval(days => ${GRANTED_DAYS_MAX})
      and (w.created_at at time zone 'UTC')::date > (now() at time zone 'UTC')::date - ${days}::integer
    group by wall, day order by wall, day`.execute(tx);
  return rows.map((row) => ({ ...row, kind: 'paid_twice', usual: null, threshold: 1 }));
}
