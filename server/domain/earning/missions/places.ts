import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';

/**
 * The places of a mission that are taken. `mission_places` counts them, by a trigger on the attempts; only what lapses by itself is
 * looked up. Whoever changes attempts holds their mission locked.
 */

/** Places of a mission that are taken, by completed attempts (in all, and today) and by started ones that keep theirs. */
export interface TakenPlaces {
  completed: number;
  today: number;
  kept: number;
}

/** Daily caps go by the days of UTC. */
const DAY = sql`(now() at time zone 'UTC')::date`;

/** Attempts of the mission in the row `mission_places` that were completed today. */
export const completedToday = sql<number>`case when last_day >= ${DAY} then last_day_completed else 0 end`;

/** For a transaction that began on a day that is over by now, that day is full. */
const today = sql<number>`case when last_day > ${DAY} then daily_cap else ${completedToday} end`;

/** Places that have lapsed since they were counted: as many as decide whether one is free. */
const lapsed = sql`(
  select count(*)::integer from (
    select from mission_attempts
    where mission_id = missions.id and completed_at is null and reserved_until > kept_at and reserved_until <= now()
    limit case when completed >= total_cap or ${today} >= daily_cap then 0
      else greatest(0, completed + kept - total_cap + 1, ${today} + kept - daily_cap + 1) end
  ) found)`;

/** The places that are taken of the mission in the row `missions`, joined with `mission_places`: right as to whether one is free. */
export const takenColumns = [
  sql<number>`coalesce(completed, 0)`.as('completed'),
  today.as('today'),
  sql<number>`coalesce(kept, 0) - ${lapsed}`.as('kept'),
] as const;

/** Takes the places that have lapsed out of those that are kept. The caller holds the mission locked. */
export const dropLapsed = (tx: Tx, missionId: string) =>
  sql`
    update mission_places p set
      kept = kept - (
        select count(*) from mission_attempts
        where mission_id = p.mission_id and completed_at is null and reserved_until > p.kept_at and reserved_until <= now()),
      kept_at = greatest(kept_at, now())
    where mission_id = ${missionId}`.execute(tx);

/** What the attempts say of the places in the row `p` of `mission_places`. */
export const countedPlaces = sql`(
  select count(*)::integer as started, count(completed_at)::integer as completed,
    (count(*) filter (where (completed_at at time zone 'UTC')::date = p.last_day))::integer as last_day_completed,
    (count(*) filter (where completed_at is null and reserved_until > p.kept_at))::integer as kept
  from mission_attempts where mission_id = p.mission_id)`;

/** Counts the places of a mission that has no row yet. The caller holds the mission locked. */
export async function countPlaces(tx: Tx, missionId: string): Promise<void> {
  // By now others may have completed it later than this transaction began.
  await sql`
    insert into mission_places (mission_id, last_day, kept_at)
    select ${missionId}::uuid, least(coalesce((max(completed_at) at time zone 'UTC')::date, '-infinity'),
      (statement_timestamp() at time zone 'UTC')::date), statement_timestamp()
    from mission_attempts where mission_id = ${missionId}
    on conflict (mission_id) do nothing`.execute(tx);
  await sql`
    update mission_places p set (started, completed, last_day_completed, kept) = ${countedPlaces}
    where mission_id = ${missionId}`.execute(tx);
}
