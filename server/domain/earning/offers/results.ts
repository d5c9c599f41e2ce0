import { sql } from 'kysely';
import type { Input } from '#contract/endpoint.ts';
import type { OfferResult, offerResults } from '#contract/feeds.ts';
import { RESULTS_PAGE } from '#contract/feeds.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { allowStatements, type Transact, tryLock } from '#database/transaction.ts';

type Row = Domain<OfferResult>;

/** Longest count of a site with millions of clicks, in milliseconds. */
const COUNT_MS_MAX = 300_000;
/** Rows that an export reads at a time. */
const EXPORT_BATCH = 1_000;
export const RESULT_COLUMNS = [
  'id',
  'title',
  'started',
  'credited',
  'reversed',
  'medianSeconds',
  'promised',
  'paid',
  'paidLess',
] as const satisfies readonly (keyof Row)[];

/**
 * Counts what came of the offers that members started within 30 days, and what the steps of the last two days paid of their
 * promise. By the rule of progress.ts: of a step that counts once, all that it brought counts against the promise. It goes
 * through every click of these days, so lists read what it has counted.
 */
export async function countOfferResults(transact: Transact): Promise<void> {
  const days = await transact(countClicks);
  await transact(async (tx) => {
    // The sums of these days have one writer at a time; whoever comes next brings this too.
    if (days.length === 0 || !(await tryLock(tx, 'wall_watch_rollup'))) return;
    await sql`
      update wall_days d set steps = n.steps, steps_paid_less = n.less
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as n (wall text, day date, steps bigint, less bigint)
      where d.wall = n.wall and d.day = n.day and (d.steps, d.steps_paid_less) <> (n.steps, n.less)`.execute(
      tx,
    );
  });
}

/** Proven calls that name a click of their own member, each with the step that the click promised. */
const CALLS = sql`
  select c.wall, c.offer_id, c.id as click_id, c.user_id, c.started_at, w.amount_mb as points, w.status, w.created_at,
    g."goalId" as goal_id, g.points as promised, g.repeatable
  from offer_clicks c
    join webhook_transactions w on w.click_id = c.id and w.user_id = c.user_id and w.provider = c.wall
      and w.status in ('credited', 'held', 'reversed', 'reversed_early')
    left join lateral jsonb_to_recordset(c.goals) as g ("goalId" text, points integer, repeatable boolean)
      on g."goalId" = w.goal_id or jsonb_array_length(c.goals) = 1 and (w.goal_id is null or g."goalId" = '')
  where c.started_at > now() - interval '30 days'`;

/** Of each step with a fixed amount that paid: what it promised and what it paid, and when its last call came. */
const STEPS = sql`
  select wall, offer_id, sum(points) as paid, promised * case when repeatable then count(*) else 1 end as promised,
    max(created_at) as last_at
  from calls where promised is not null and status in ('credited', 'held')
  group by wall, offer_id, click_id, goal_id, promised, repeatable`;

interface StepDay {
  wall: string;
  day: string;
  steps: number;
  less: number;
}

/** Writes what came of each offer; returns the steps of the last two days. */
async function countClicks(tx: Tx): Promise<StepDay[]> {
  await allowStatements(tx, COUNT_MS_MAX);
  const { rows } = await sql<StepDay>`
    with calls as materialized (${CALLS}),
    steps as (${STEPS}),
    paid as (
      select wall, offer_id, sum(promised) as promised, sum(paid) as paid, count(*) filter (where paid < promised) as less
      from steps group by wall, offer_id
    ),
    clicks as (
      select wall, offer_id, count(distinct user_id) as started, (array_agg(title order by id desc))[1] as title
      from offer_clicks where started_at > now() - interval '30 days' group by wall, offer_id
    ),
    members as (
      select wall, offer_id, user_id, min(created_at - started_at) filter (where status in ('credited', 'held')) as took,
        bool_or(status in ('reversed', 'reversed_early')) as reversed
      from calls group by wall, offer_id, user_id
    ),
    ends as (
      select wall, offer_id, count(took) as credited, count(*) filter (where reversed) as reversed,
        percentile_disc(0.5) within group (order by took) as took
      from members group by wall, offer_id
    ),
    counted as materialized (
      select wall, offer_id, c.title, c.started, coalesce(e.credited, 0) as credited, coalesce(e.reversed, 0) as reversed,
        extract(epoch from e.took)::integer as median_seconds, coalesce(p.promised, 0) as promised,
        coalesce(p.paid, 0) as paid, coalesce(p.less, 0) as paid_less
      from clicks c left join ends e using (wall, offer_id) left join paid p using (wall, offer_id)
    ),
    ended as (
      delete from offer_results r where not exists (
        select from counted c where c.wall = r.wall and c.offer_id = r.offer_id)
    ),
    popular as (
      update feed_offers o set credited = n.credited
      from (
        select o.wall, o.offer_id, coalesce(c.credited, 0) as credited
        from feed_offers o left join counted c using (wall, offer_id)
      ) n
      where o.wall = n.wall and o.offer_id = n.offer_id and o.credited <> n.credited
    ),
    results as (
      insert into offer_results as r
      select * from counted
      on conflict (wall, offer_id) do update set title = excluded.title, started = excluded.started,
        credited = excluded.credited, reversed = excluded.reversed, median_seconds = excluded.median_seconds,
        promised = excluded.promised, paid = excluded.paid, paid_less = excluded.paid_less
      where r is distinct from excluded
    )
    select wall, (last_at at time zone 'UTC')::date::text as day, count(*)::integer as steps,
      (count(*) filter (where paid < promised))::integer as less
    from steps where last_at >= ((now() at time zone 'UTC')::date - 1)::timestamp at time zone 'UTC'
    group by 1, 2`.execute(tx);
  return rows;
}

/** A page of what came of a wall's offers, as it was last counted. */
export async function listOfferResults(
  database: Database,
  wall: string,
  { order, after }: Input<typeof offerResults>['query'],
): Promise<Row[]> {
  const place = order === 'missing' ? sql`promised - paid` : sql`started`;
  const { rows } = await sql<Row>`
    select offer_id as id, title, started, credited, reversed, median_seconds, promised::float8, paid::float8, paid_less
    from offer_results r
    where wall = ${wall} and (${after ?? null}::text is null
      or (-(${place}), offer_id) > (select -(${place}), offer_id from offer_results where wall = ${wall} and offer_id = ${after ?? ''}))
    order by ${place} desc, offer_id limit ${RESULTS_PAGE}`.execute(database);
  return rows;
}

/** Yields all results of a wall by the offer's id, in batches. */
export async function* exportOfferResults(
  database: Database,
  wall: string,
): AsyncGenerator<Record<string, unknown>[]> {
  let after = '';
  for (;;) {
    const { rows } = await sql<Row>`
      select offer_id as id, title, started, credited, reversed, median_seconds, promised::float8, paid::float8, paid_less
      from offer_results where wall = ${wall} and offer_id > ${after}
      order by offer_id limit ${EXPORT_BATCH}`.execute(database);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < EXPORT_BATCH) return;
    after = last.id;
  }
}
