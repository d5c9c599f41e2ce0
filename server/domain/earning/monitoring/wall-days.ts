import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import { type Transact, tryLock } from '#database/transaction.ts';
import { inSteps, STEP } from '#domain/common/in-steps.ts';
import { ROLLED_TO, TRANSFERS } from '#domain/ledger/index.ts';

/** What members earned on a wall within a UTC day. A reversal counts on the day it came. */
export interface WallDay {
  wall: string;
  /** Such as `2026-05-31`. */
  day: string;
  /** All credits of the day: later reversed ones and pending ones too. */
  credits: number;
  points: number;
  /**
   * Credits whose call named what the wall pays: their number, their points, and that revenue in millionths of a
   * dollar.
   */
  named: number;
  namedPoints: number;
  usdMicros: number;
  /** Credits from addresses that the wall's list does not name. */
  flagged: number;
  reversedPoints: number;
  reversedUsdMicros: number;
  /** Points of the member who earned most. */
  topPoints: number;
  /** Steps of started offers whose last call came that day and that had a fixed amount, and those that paid less. */
  steps: number;
  stepsPaidLess: number;
}

/**
 * Adds the new transfers of the ledger to `wall_days`, as far as the ledger's own roll-up has come. Each step commits
 * its sums with its mark, so every transfer counts once. Of two processes one works and the other returns at once.
 */
export async function rollUpWallDays(transact: Transact, step = STEP): Promise<void> {
  await inSteps(transact, (tx) => rollUpStep(tx, step));
}

/** Returns whether another step may find more at once. */
async function rollUpStep(tx: Tx, step: number): Promise<boolean> {
  if (!(await tryLock(tx, 'wall_watch_rollup'))) return false;
  const { rows } = await sql<{ taken: number }>`
    with taken as materialized (
      select id, key, kind, from_account, to_account, amount, reference, created_at from ${TRANSFERS} l
      -- Marks that are read first bound what the index is asked for; joined, they would only filter all that there is.
      where id > (select rolled_to from wall_watch_rollup) and id <= ${ROLLED_TO}
      order by id limit ${step}
    ),
    moves as materialized (${MOVES}),
    members as (
      insert into wall_member_days as m (wall, day, user_id, points)
      select wall, day, user_id, sum(points) from moves where earned and user_id is not null
      group by wall, day, user_id order by wall, day, user_id
      on conflict (wall, day, user_id) do update set points = m.points + excluded.points
      returning wall, day, points
    ),
    tops as (select wall, day, max(points) as top from members group by wall, day),
    added as (
      insert into wall_days as d (wall, day, credits, points, named, named_points, usd_micros, flagged,
        reversed_points, reversed_usd_micros, top_points)
      select wall, day, count(*) filter (where earned), coalesce(sum(points) filter (where earned), 0),
        count(usd_micros) filter (where earned), coalesce(sum(points) filter (where earned and usd_micros is not null), 0),
        coalesce(sum(usd_micros) filter (where earned), 0), count(*) filter (where earned and flagged),
        coalesce(sum(points) filter (where not earned), 0), coalesce(sum(usd_micros) filter (where not earned), 0),
        coalesce(max(top), 0)
      from moves left join tops using (wall, day) group by wall, day order by wall, day
      on conflict (wall, day) do update set credits = d.credits + excluded.credits, points = d.points + excluded.points,
        named = d.named + excluded.named, named_points = d.named_points + excluded.named_points,
        usd_micros = d.usd_micros + excluded.usd_micros, flagged = d.flagged + excluded.flagged,
        reversed_points = d.reversed_points + excluded.reversed_points,
        reversed_usd_micros = d.reversed_usd_micros + excluded.reversed_usd_micros,
        top_points = greatest(d.top_points, excluded.top_points)
    ),
    counted as (select count(*)::integer as taken, max(id) as last from taken)
    update wall_watch_rollup mark
    set rolled_to = case when taken = ${step} then last else ledger.rolled_to end
    from counted, ${ROLLED_TO} ledger where ledger.rolled_to > mark.rolled_to returning taken`.execute(tx);
  return rows[0]?.taken === step;
}

/**
 * One row per transfer of `taken` that concerns a wall. Pending points count when they come in and not again when
 * they mature; reversed before that, they are released and never credited. Transfers with these keys refer to a
 * provider transaction. Granted claims have other keys, since no call of the wall caused them.
 */
const MOVES = sql`
  select w.provider as wall, (l.created_at at time zone 'UTC')::date as day, w.user_id, l.amount as points,
    w.revenue_usd_micros as usd_micros, l.kind in ('credit', 'hold') as earned,
    exists (
      select from postback_log f where f.wall = w.provider and f.verdict = 'flagged'
        and f.transaction_id = w.transaction_id and f.verdict <> 'bad_signature' and f.member_code is not null
    ) as flagged
  from taken l
  join webhook_transactions w on w.id = case
    when (l.key like 'credit:%' or l.key like 'hold:%') and l.from_account like 'wall:%'
      or (l.key like 'reversal:%' or l.key like 'release:%') and l.to_account like 'wall:%' then l.reference::uuid end
  where case l.kind
    when 'credit' then w.held_until is null
    when 'release' then not exists (
      select from ${TRANSFERS} c where c.key = 'credit:' || w.id)
    else true end`;

/** Deletes the sums per member of all days but the last two, `step` of them per transaction. */
export async function dropMemberDays(transact: Transact, step = STEP): Promise<void> {
  await inSteps(transact, async (tx) => {
    // The days lead to the rows, which have no index by day.
    const { numAffectedRows } = await sql`
      delete from wall_member_days where ctid = any (array(
        select old.ctid from wall_days d cross join lateral (
          select m.ctid from wall_member_days m where m.wall = d.wall and m.day = d.day limit ${step}
        ) old
        where d.day < (now() at time zone 'UTC')::date - 1 limit ${step}))`.execute(tx);
    return Number(numAffectedRows) === step;
  });
}

/** Returns the last `days` UTC days, today included, of each wall that has any; newest first. */
export async function readWallDays(database: Database | Tx, days: number): Promise<WallDay[]> {
  const { rows } = await sql<WallDay>`
    select wall, day::text, credits::float8, points::float8, named::float8, named_points::float8, usd_micros::float8,
      flagged::float8, reversed_points::float8, reversed_usd_micros::float8, top_points::float8,
      steps::float8, steps_paid_less::float8
    from wall_days where day > (now() at time zone 'UTC')::date - ${days}::integer
    order by day desc, wall`.execute(database);
  return rows;
}

/** Returns the top members of each wall for the last two days, without members who have left. */
export async function readTopMembers(
  database: Database | Tx,
): Promise<{ wall: string; day: string; userId: string }[]> {
  const { rows } = await sql<{ wall: string; day: string; userId: string }>`
    select distinct on (m.wall, m.day) m.wall, m.day::text, m.user_id
    from wall_member_days m join wall_days d on d.wall = m.wall and d.day = m.day and d.top_points = m.points
    where d.day >= (now() at time zone 'UTC')::date - 1
    order by m.wall, m.day, m.user_id`.execute(database);
  return rows;
}
