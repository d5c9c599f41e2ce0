import { sql } from 'kysely';
import type { Activity } from '#contract/overview.ts';
import type { Database } from '#database/client.ts';
import { type ConfiguredWall, readWallMoney } from '#domain/earning/index.ts';
import { pointsOutstanding, SLOTS_AND_REST } from '#domain/ledger/index.ts';

/**
 * Returns what happened on each day from `from` to `to` (both included, days of `timeZone`); days without activity
 * have zeros. Points taken back are those of former members as well, as in the money of the walls. Redeemed points are
 * those that left for redemptions, less those that came back. The sums are the ledger's slots plus the transfers since,
 * in one statement. `configured` are the walls of the site.
 */
export async function readActivity(
  database: Database,
  configured: readonly ConfiguredWall[],
  { from, to, timeZone }: { from: string; to: string; timeZone: string },
): Promise<Activity> {
  const begin = sql`(${from}::date::timestamp at time zone ${timeZone})`;
  const end = sql`((${to}::date + 1)::timestamp at time zone ${timeZone})`;
  const moves = sql`select * from (${SLOTS_AND_REST}) moves
    where unit = 'points' and slot >= ${begin} and slot < ${end}`;
  const { rows: days } = await sql<Activity['days'][number]>`
    with sums as (
      select (slot at time zone ${timeZone})::date as day,
        ${sumOf(sql`kind = 'credit' and to_side = 'member'`)} as earned,
        ${sumOf(sql`kind = 'reversal'`)} as reversed,
        ${sumOf(sql`kind = 'redemption' and from_side = 'member'`)}
          - ${sumOf(sql`kind = 'refund' and to_side = 'member'`)} as redeemed
      from (${moves}) m group by 1
    )
    select to_char(day, 'YYYY-MM-DD') as day, coalesce(earned, 0)::float8 as earned,
      coalesce(reversed, 0)::float8 as reversed, coalesce(redeemed, 0)::float8 as redeemed,
      -- Of a busy month many joined: a range per day spares each of them the conversion of their time.
      (select count(*)::integer from users where erased_at is null and created_at >= day::timestamp at time zone ${timeZone}
        and created_at < (day + 1)::timestamp at time zone ${timeZone}) as new_members
    from (select d::date as day from generate_series(${from}::date, ${to}::date, interval '1 day') d) all_days
    left join sums using (day) order by day`.execute(database);
  const walls = await readWallMoney(database, configured, { begin, end });
  return { days, walls, outstanding: await pointsOutstanding(database) };
}

const sumOf = (condition: ReturnType<typeof sql>) =>
  sql`coalesce(sum(amount) filter (where ${condition}), 0)`;
