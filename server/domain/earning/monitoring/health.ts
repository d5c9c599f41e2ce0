import { sql } from 'kysely';
import type { VerdictGroup } from '#contract/postbacks.values.ts';
import type { WallMoney } from '#contract/walls.money.ts';
import type { WallHealth } from '#contract/walls.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { namesRevenue, readWallMoney } from '#domain/earning/revenue/index.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { enforcesAddresses, proofOf } from '#domain/earning/wall-format/proof.ts';
import { REST, SLOTS, SLOTS_AND_REST } from '#domain/ledger/index.ts';
import { addressOf, parametersOf } from './address.ts';
import { countAlarms } from './alarms.ts';
import { listPauses } from './pauses.ts';
import { TEST_CODE } from './test-call.ts';
import { firstIdAt, firstIdOf } from './time-ids.ts';

/** Newest credits whose handling time is measured. */
const HANDLED_MAX = 20_000;
const REASONS_MAX = 10;
/** Quarter hours with credits of a wall that are searched for its last call. */
const CREDIT_SLOTS_MAX = 20;
const HOURS_SHOWN = 24;
const HOUR_MS = 3_600_000;

type Counts = Record<VerdictGroup, number>;
interface HourRow {
  wall: string;
  at: Date;
  kind: VerdictGroup;
  count: number;
}

/**
 * Returns how the postbacks of each wall fared in the last `hours`. Credits and reversals come from the ledger's sums
 * per quarter hour (a claim granted for a wall counts as one of its credits), everything else from the log. It never
 * reads all credits of the time.
 */
export async function wallsHealth(
  database: Database,
  walls: readonly ConfiguredWall[],
  { appUrl, hours, now = new Date() }: { appUrl: string; hours: number; now?: Date },
): Promise<Domain<WallHealth>[]> {
  const since = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - (hours - 1) * HOUR_MS);
  const [perHour, last, handling, reasons, pauses, money, alarms] = await Promise.all([
    countByHour(database, since),
    readLastCalls(database, walls),
    readHandling(database, since),
    readReasons(database, since),
    listPauses(database),
    readWallMoney(database, walls, { begin: sql`${since}::timestamptz`, end: sql`'infinity'::timestamptz` }),
    countAlarms(database),
  ]);
  return walls.map((wall) => {
    const { id, title, embed, postback } = wall.definition;
    const rows = perHour.filter((row) => row.wall === id);
    const pause = pauses.find((one) => one.wall === id);
    return {
      id,
      title,
      shown: embed?.script ? 'script' : embed?.iframe ? 'iframe' : 'none',
      methods: [...postback.methods],
      address: addressOf(wall, appUrl),
      parameters: parametersOf(wall),
      proof: {
        open: proofOf(wall).open,
        addresses: enforcesAddresses(wall) ? (postback.ips?.list ?? null) : null,
      },
      pause: pause ? { reason: pause.reason, since: pause.pausedAt } : null,
      lastPostbackAt: last.get(id) ?? null,
      openAlarms: alarms.reduce((sum, { wall: of, open }) => sum + (of === id ? open : 0), 0),
      counts: sum(rows),
      money: moneyOf(wall, money),
      handling: handling.get(id) ?? null,
      reasons: reasons.filter((row) => row.wall === id).map(({ wall: _, ...row }) => row),
      hours: byHour(rows, now),
    };
  });
}

function moneyOf(wall: ConfiguredWall, money: ({ wall: string } & WallMoney)[]): WallMoney {
  const found = money.find((one) => one.wall === wall.definition.id);
  if (!found) {
    const revenue = namesRevenue(wall) ? { usdMicros: 0, credits: 0 } : null;
    return { earned: 0, reversed: 0, credits: 0, revenue };
  }
  const { wall: _, ...sums } = found;
  return sums;
}

async function countByHour(database: Database, since: Date): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select substr(side, 6) as wall, date_bin('1 hour', slot, '2000-01-01 00:00+00') as at, kind,
      sum(transfers)::integer as count
    from (
      select slot, transfers, case kind when 'credit' then 'credited' else 'reversed' end as kind,
        case kind when 'credit' then from_side else to_side end as side
      from (${SLOTS_AND_REST}) t
      where slot >= ${since} and unit = 'points' and kind in ('credit', 'reversal')
    ) moves
    where side like 'wall:%'
    group by 1, 2, 3
    union all
    select wall, date_bin('1 hour', received_at, '2000-01-01 00:00+00'), ${groupOf}, sum(times)::integer
    from postback_log
    where received_at >= ${since} and verdict not in ('credited', 'flagged', 'netted', 'reversed')
    group by 1, 2, 3`.execute(database);
  return rows;
}

/** `reversed_early` counts as other, since it has moved nothing yet. */
const groupOf = sql`case
  when verdict in ('duplicate') then 'duplicate'
  when verdict in ('bad_signature', 'refused', 'conflict') then 'rejected'
  when verdict = 'unknown_user' then 'parked'
  else 'other' end`;

/**
 * Returns when each wall last called, by a call that is proven: others may be anybody's, and a test call is this site's own.
 * The wall's transfers tell the quarter hours in which a call may have come in; their calls are read from the newest
 * quarter on until one is found. Every hold has a call in its quarter, but a credit may belong to a claim or to a pending
 * credit, whose call came earlier.
 */
export async function readLastCalls(
  database: Database,
  walls: readonly ConfiguredWall[],
): Promise<Map<string, Date>> {
  const ids = walls.map(({ definition }) => definition.id);
  // Each wall's own slots are read along their index, however long the history is.
  const slotsOf = (kind: 'credit' | 'hold', most: number) => sql`(
    select slot from (
      (select slot from ${SLOTS} s where from_side = 'wall:' || w.id and kind = ${kind} order by slot desc limit ${most})
      union
      select slot from rest where from_side = 'wall:' || w.id and kind = ${kind}
    ) of_kind order by slot desc limit ${most})`;
  const { rows } = await sql<{ wall: string; at: Date | null }>`
    with rest as materialized (select distinct from_side, kind, slot from (${REST}) t where kind in ('credit', 'hold'))
    select w.id as wall, greatest(
      (select calls.at from (
          select slot from (${slotsOf('hold', 1)} union ${slotsOf('credit', CREDIT_SLOTS_MAX)}) candidates
          order by slot desc
        ) s
        cross join lateral (
          select c.created_at as at from webhook_transactions c
          where c.provider = w.id and c.id >= ${firstIdOfSlot} and c.id < ${firstIdAfterSlot}
          order by c.id desc limit 1
        ) calls
        order by s.slot desc limit 1),
      (select max(l.last_received_at) from (
        -- As a range, so that only the index by wall has this order: by time alone, a wall that never called reads everything.
        select last_received_at from postback_log p
        where p.wall between w.id and w.id and p.verdict <> 'bad_signature' and p.member_code is distinct from ${TEST_CODE}
        order by p.wall, p.received_at desc limit 1
      ) l)
    ) as at
    from unnest(${ids}::text[]) as w (id)`.execute(database);
  return new Map(rows.flatMap(({ wall, at }) => (at ? [[wall, at] as const] : [])));
}

const firstIdOfSlot = firstIdOf(sql`s.slot - interval '1 minute'`);
const firstIdAfterSlot = firstIdOf(sql`s.slot + interval '16 minutes'`);

async function readHandling(
  database: Database,
  since: Date,
): Promise<Map<string, { calls: number; medianMs: number; p95Ms: number }>> {
  const { rows } = await sql<{ wall: string; calls: number; medianMs: number; p95Ms: number }>`
    select provider as wall, count(*)::integer as calls,
      percentile_disc(0.5) within group (order by latency_ms) as median_ms,
      percentile_disc(0.95) within group (order by latency_ms) as p95_ms
    from (
      select provider, latency_ms from webhook_transactions
      where id >= ${firstIdAt(since)}::uuid and created_at >= ${since} and latency_ms is not null
      order by id desc limit ${HANDLED_MAX}
    ) newest
    group by provider`.execute(database);
  return new Map(rows.map(({ wall, ...row }) => [wall, row]));
}

async function readReasons(
  database: Database,
  since: Date,
): Promise<{ wall: string; verdict: string; reason: string; count: number }[]> {
  const { rows } = await sql<{ wall: string; verdict: string; reason: string; count: number }>`
    select wall, verdict, reason, count from (
      select wall, verdict, reason, sum(times)::integer as count,
        row_number() over (partition by wall order by sum(times) desc, verdict, reason) as place
      from (
        select wall, verdict, ${PLAIN_REASON} as reason, times from postback_log
        where received_at >= ${since} and verdict in ('bad_signature', 'refused', 'conflict')
      ) rejected
      group by 1, 2, 3
    ) counted
    where place <= ${REASONS_MAX} order by wall, place`.execute(database);
  return rows;
}

/** The reason without the note that other calls are counted on the entry. */
const PLAIN_REASON = sql`split_part(coalesce(reason, ''), '; ', 1)`;

const NONE: Counts = { credited: 0, reversed: 0, duplicate: 0, rejected: 0, parked: 0, other: 0 };

function sum(rows: HourRow[]): Counts {
  const counts = { ...NONE };
  for (const { kind, count } of rows) counts[kind] += count;
  return counts;
}

function byHour(rows: HourRow[], now: Date): Domain<WallHealth['hours']> {
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return Array.from({ length: HOURS_SHOWN }, (_, index) => {
    const at = current - (HOURS_SHOWN - 1 - index) * HOUR_MS;
    return { at: new Date(at), ...sum(rows.filter((row) => row.at.getTime() === at)) };
  });
}
