import { sql } from 'kysely';
import { STAFF_LIST_MAX } from '#contract/staff.values.ts';
import type { WallAlarm } from '#contract/walls.ts';
import type { WallAlarmKind } from '#contract/walls.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { readClock } from '#database/clock.ts';
import type { Transact } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { namesRevenue } from '#domain/earning/revenue/index.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { judgeDay, type Unusual, USUAL_DAYS } from './judge-day.ts';
import { hasOwnGrant, readPaidTwice } from './paid-twice.ts';
import { dropMemberDays, readTopMembers, readWallDays, rollUpWallDays, type WallDay } from './wall-days.ts';

/** A closed alarm opens again when its figure is this many times what it was when it was closed; `paid_twice` at any increase. */
const WORSE_TIMES = 2;
/** Today and the day before, whose last credits may be counted after its end. */
const DAYS_JUDGED = 2;

export interface WatchOptions {
  walls: readonly ConfiguredWall[];
  costPercentMax: number;
  /** Called once per alarm, and again when it opens again. */
  onAlarm: (alarm: RaisedAlarm) => void;
}
export type RaisedAlarm = Unusual & { wall: string; day: string };

/**
 * Raises an alarm for each wall, kind and day whose credits leave the wall's usual pattern, or pay what staff granted as well. It
 * reads sums per day, of the last two days the tasks of members with a granted claim, and of claims granted in these days the
 * tasks since the report, so its cost does not grow with the number of credits. It refuses and holds nothing.
 */
export async function watchWalls(
  transact: Transact,
  { walls, costPercentMax, onAlarm }: WatchOptions,
): Promise<void> {
  await rollUpWallDays(transact);
  const raised = await transact(async (tx) => {
    const days = await readWallDays(tx, USUAL_DAYS + DAYS_JUDGED);
    const tops = await readTopMembers(tx);
    const naming = new Set(walls.filter(namesRevenue).map(({ definition }) => definition.id));
    const today = (await readClock(tx)).toISOString().slice(0, 10);
    const found = latest(days, today).flatMap((day) =>
      judgeDay(day, before(days, day), { namesRevenue: naming.has(day.wall), costPercentMax }).map(
        (unusual) => ({ ...unusual, wall: day.wall, day: day.day }),
      ),
    );
    const topOf = ({ wall, day, kind }: RaisedAlarm) =>
      kind === 'member' ? tops.find((top) => top.wall === wall && top.day === day)?.userId : undefined;
    const news: RaisedAlarm[] = [];
    for (const alarm of found) if (await raise(tx, alarm, topOf(alarm))) news.push(alarm);
    for (const { userId, ...alarm } of await readPaidTwice(tx, DAYS_JUDGED))
      if (await raise(tx, alarm, userId)) news.push(alarm);
    return news;
  });
  for (const alarm of raised) onAlarm(alarm);
  // Last, so that a failure holds up no alarm.
  await dropMemberDays(transact);
}

const latest = (days: WallDay[], today: string) =>
  days.filter(({ day }) => daysBetween(day, today) < DAYS_JUDGED);
const before = (days: WallDay[], { wall, day }: WallDay) =>
  days.filter((other) => other.wall === wall && other.day < day && daysBetween(other.day, day) <= USUAL_DAYS);
const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** Returns whether staff have to be told: the alarm is new or has opened again. */
async function raise(tx: Tx, alarm: RaisedAlarm, userId: string | undefined): Promise<boolean> {
  const { wall, kind, day, value, usual, threshold } = alarm;
  const { rows } = await sql<{ told: boolean }>`
    with known as (
      select seen_value from wall_alarms where wall = ${wall} and kind = ${kind} and day = ${day}::date
    )
    insert into wall_alarms as a (wall, kind, day, value, usual, threshold, user_id)
    values (${wall}, ${kind}, ${day}, ${value}, ${usual}, ${threshold}, ${userId ?? null})
    on conflict (wall, kind, day) do update set value = excluded.value, usual = excluded.usual,
      threshold = excluded.threshold, user_id = excluded.user_id,
      -- It may name the member that the alarm was about.
      note = case when a.user_id is distinct from excluded.user_id then null else a.note end,
      raised_at = case when ${WORSE} then now() else a.raised_at end,
      seen_at = case when ${WORSE} then null else a.seen_at end,
      seen_value = case when ${WORSE} then null else a.seen_value end
    returning not exists (select from known)
      or (select seen_value from known) is not null and seen_value is null as told`.execute(tx);
  return rows[0]?.told ?? false;
}

const WORSE = sql`(a.seen_value is not null and excluded.value >= case excluded.kind
  when 'paid_twice' then a.seen_value + 1 else ${WORSE_TIMES} * greatest(a.seen_value, 1) end)`;

/** The alarms that nobody has looked at, the newest first, STAFF_LIST_MAX at most. */
export async function listAlarms(
  database: Database,
  walls: readonly ConfiguredWall[],
): Promise<Domain<WallAlarm>[]> {
  const { rows } = await sql<Omit<Domain<WallAlarm>, 'title'>>`
    select id::text, wall, kind, day::text, value::float8, usual::float8, threshold::float8, user_id, raised_at as at
    from wall_alarms where seen_at is null order by raised_at desc, id desc limit ${STAFF_LIST_MAX}`.execute(
    database,
  );
  return rows.map((row) => ({
    ...row,
    title: walls.find(({ definition }) => definition.id === row.wall)?.definition.title ?? row.wall,
  }));
}

interface ClosedAlarm {
  wall: string;
  kind: string;
  day: string;
  value: number;
  /** The member it is about, if any. */
  userId: string | null;
}

/**
 * Closes an alarm with the admin's note and returns it. Throws Refusal not_found if it is not open, and approval_own if it
 * is about the admin, or about a reward that was granted to them, or by them where somebody else could look at it.
 */
export async function closeAlarm(
  tx: Tx,
  { id, adminId, note }: { id: string; adminId: string; note: string },
): Promise<ClosedAlarm> {
  const { rows } = await sql<ClosedAlarm>`
    update wall_alarms set seen_at = now(), seen_by = ${adminId}, seen_value = value, note = ${note}
    where id = ${id} and seen_at is null
    returning wall, kind, day::text, value::float8, user_id`.execute(tx);
  const [closed] = rows;
  if (!closed) throw new Refusal('not_found');
  if (closed.userId === adminId) throw new Refusal('approval_own');
  if (closed.kind === 'paid_twice' && (await hasOwnGrant(tx, { ...closed, adminId })))
    throw new Refusal('approval_own');
  return closed;
}

/** Counts all alarms and the open ones, per wall and kind. */
export async function countAlarms(
  database: Database,
): Promise<{ wall: string; kind: WallAlarmKind; raised: number; open: number }[]> {
  const { rows } = await sql<{ wall: string; kind: WallAlarmKind; raised: number; open: number }>`
    select wall, kind, count(*)::integer as raised, (count(*) filter (where seen_at is null))::integer as open
    from wall_alarms group by wall, kind order by wall, kind`.execute(database);
  return rows;
}
