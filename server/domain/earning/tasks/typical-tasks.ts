import { sql } from 'kysely';
import type { TypicalTasks } from '#contract/tasks.ts';
import { TASK_TYPES, type TaskType } from '#contract/tasks.values.ts';
import type { Database } from '#database/client.ts';
import { fixed } from '#database/fixed.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';

/** How many of the newest transfers are looked at, and of the newest members. */
const TRANSFERS_MAX = 4_000;
const MEMBERS_MAX = 1_000;
/** How many tasks of a member may be the first whose points counted: a later one may count before one that was pending. */
const FIRST_TASKS_MAX = 10;
/** What is older says little about today. */
const DAYS_MAX = 90;
/** Fewer tasks or members say nothing typical, and might show what one person did. */
const TASKS_MIN = 20;
const MEMBERS_MIN = 5;

/**
 * What tasks at these walls lately paid, by type: the median of those that were not taken back. Tasks of the newest
 * transfers, whose index bounds the work on a site of any size.
 */
const typesOf = fixed(
  (_database, walls: string[]) => sql<{ taskType: TaskType; points: number }>`
    with newest as materialized (
      select kind, key, reference from ${TRANSFERS} l order by id desc limit ${TRANSFERS_MAX}
    ),
    credits as materialized (
      select reference::uuid as id from newest where kind = 'credit' and key like 'credit:%'
    )
    select t.task_type, percentile_disc(0.5) within group (order by t.points_earned) as points
    from credits join tasks t using (id)
    where t.wall = any (${walls}) and t.task_type = any (${[...TASK_TYPES]}) and t.reversed_at is null
      and t.points_earned > 0 and t.completed_at > now() - make_interval(days => ${DAYS_MAX})
    group by t.task_type
    having count(*) >= ${TASKS_MIN} and count(distinct t.user_id) >= ${MEMBERS_MIN}
    order by count(*) desc, t.task_type`,
);

/**
 * How soon points of a wall counted for the newest members to whom any have: at once, or when they were no longer pending. A task
 * that was taken back does not count.
 */
const firstPoints = fixed(
  () => sql<{ minutes: number | null }>`
    with newest as materialized (
      select id, created_at from users where erased_at is null order by created_at desc, id desc limit ${MEMBERS_MAX}
    )
    select case when count(*) >= ${TASKS_MIN} then
      ceil(percentile_disc(0.5) within group (order by extract(epoch from f.counted_at - n.created_at)) / 60)::integer
    end as minutes
    from newest n, lateral (
      select min(coalesce((select held_until from webhook_transactions w where w.id = t.id), t.completed_at)) as counted_at
      from (
        select id, completed_at from tasks
        where user_id = n.id and wall is not null and reversed_at is null and held_until is null
        order by completed_at limit ${FIRST_TASKS_MAX}
      ) t
    ) f
    where f.counted_at >= n.created_at and n.created_at > now() - make_interval(days => ${DAYS_MAX})`,
);

/** Returns what tasks at these walls typically pay, and how soon members earn. For members: nothing of a single one. */
export async function typicalTasks(
  database: Database,
  walls: string[],
): Promise<Omit<TypicalTasks, 'holdDaysMax'>> {
  const [types, [first]] = await Promise.all([typesOf(database, walls), firstPoints(database)]);
  return { types, firstPointsMinutes: first?.minutes ?? null };
}
