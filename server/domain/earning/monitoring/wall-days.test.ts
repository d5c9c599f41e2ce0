import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Transact } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { untilTodayLasts } from '#testing/midnight.ts';
import { type RaisedAlarm, watchWalls } from './alarms.ts';
import { dropMemberDays } from './wall-days.ts';

await untilTodayLasts();
const { database, transact } = await testDatabase();

/** A day of a wall on which five members earned, and its sums per member. */
async function addDay(daysAgo: number): Promise<void> {
  await sql`
    insert into wall_days (wall, day, credits, points, named, named_points, usd_micros, flagged, reversed_points,
      reversed_usd_micros, top_points)
    values ('cpx', (now() at time zone 'UTC')::date - ${daysAgo}::integer, 5, 125000, 0, 0, 0, 0, 0, 0, 25000)`.execute(
    database,
  );
  await sql`
    with members as (
      insert into users (email, password, name, email_verified)
      select gen_random_uuid() || '@example.com', 'none', 'Robin', true from generate_series(1, 5) returning id
    )
    insert into wall_member_days (wall, day, user_id, points)
    select 'cpx', (now() at time zone 'UTC')::date - ${daysAgo}::integer, id, 25000 from members`.execute(
    database,
  );
}
async function daysLeft(): Promise<number[]> {
  const { rows } = await sql<{ ago: number }>`
    select distinct (now() at time zone 'UTC')::date - day as ago from wall_member_days order by ago`.execute(
    database,
  );
  return rows.map(({ ago }) => ago);
}

test('the sums per member of all days but the last two are deleted, in steps', async () => {
  for (const daysAgo of [0, 1, 2, 9]) await addDay(daysAgo);
  let steps = 0;
  const counting: Transact = (work) => {
    steps += 1;
    return transact(work);
  };
  await dropMemberDays(counting, 4);
  expect(steps).toBe(3);
  expect(await daysLeft()).toEqual([0, 1]);
});

test('alarms do not wait until they are deleted', async () => {
  await addDay(3);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'it takes too long'; end $$`.execute(
    database,
  );
  await sql`create trigger refuse before delete on wall_member_days execute function refuse()`.execute(
    database,
  );
  const told: RaisedAlarm[] = [];
  const watching = watchWalls(transact, {
    walls: [],
    costPercentMax: 100,
    onAlarm: (alarm) => told.push(alarm),
  });
  await expect(watching).rejects.toThrow('it takes too long');
  expect(told.map(({ kind }) => kind)).toContain('member');
  expect(await daysLeft()).toEqual([0, 1, 3]);
});
