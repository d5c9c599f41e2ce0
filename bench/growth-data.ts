import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { POINTS, WALLS } from './intake-wall.ts';

/** A site of some years: `credits` credits of POINTS points each, spread evenly over `members` members. */
export interface SiteSize {
  credits: number;
  members: number;
}

/** Days of history, so that some usage data is older than its two years and a day's worth is due each day. */
const DAYS = 1_000;
/** The ages in days at which the retention rules end what is kept; everything older was ended on an earlier day. */
const KEPT = { usage: 730, log: 365, notices: 180 };
/** Credits whose call came a second time, and credits that were told by push. */
const SHARES = { repeated: 0.1, pushed: 0.05 };
const CHUNK = 250_000;

const FIRST_NAMES =
  'Aiko Ana Carlos David Elena Fatima Grace Hugo Ines Julia Kenji Lucas Maria Marta Noah Omar Zoe';
const LAST_NAMES =
  'Adams Brown Castro Diaz Garcia Khan Lopez Meyer Nguyen Okoro Perez Rossi Santos Silva Young';

const FILLED = [
  ...['users', 'wall_members', 'ledger_balances', 'webhook_transactions', 'tasks', 'ledger_transfers'],
  ...['postback_log', 'notices'],
];
/** Keys that grow with time fill their index from the right; all others end up in the middle of full pages. */
const GROWING = [
  ...['webhook_transactions_pkey', 'tasks_pkey', 'ledger_transfers_pkey', 'postback_log_pkey'],
];
/** A B-tree whose keys came in no order is about this full, in percent. A rebuilt one would be denser than a grown one. */
const GROWN_FILLFACTOR = 70;

/**
 * Fills an empty, migrated database as the product would have: the rows of each credit in the order of their time with ids
 * that grow, random ids of the walls' making, balances that add up, all sums rolled up. Each member is known to each wall.
 * Indexes are built at the end, as loosely as they would have grown. Needs a superuser. Returns the seconds that it took.
 */
export async function fillSite(database: Database, size: SiteSize): Promise<number> {
  const began = performance.now();
  await database.connection().execute(async (connection) => {
    for (const setting of SESSION) await sql.raw(`set ${setting}`).execute(connection);
    // Rows are inserted without entries in these indexes until they are built again.
    await setIndexes(connection, 'off');
    await insertMembers(connection, size);
    for (let from = 0; from < size.credits; from += CHUNK) {
      await insertCredits(connection, size, from, Math.min(from + CHUNK, size.credits));
    }
    await setIndexes(connection, 'build');
    await sumUp(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`checkpoint`.execute(connection);
    await sql`discard all`.execute(connection);
  });
  return (performance.now() - began) / 1_000;
}

/** Without the checks of each row; the audit checks all of them afterwards. */
const SESSION = [
  'session_replication_role = replica',
  'synchronous_commit = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  "maintenance_work_mem = '512MB'",
  "work_mem = '64MB'",
];

async function setIndexes(connection: Database, to: 'off' | 'build'): Promise<void> {
  if (to === 'off') {
    await sql`update pg_index set indisready = false where indrelid = any (${FILLED}::regclass[])`.execute(
      connection,
    );
    return;
  }
  const { rows } = await sql<{ name: string; random: boolean }>`
    select c.relname as name, c.relname <> all (${GROWING}::text[]) and a.amname = 'btree' as random
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
    where i.indrelid = any (${FILLED}::regclass[]) order by c.relname`.execute(connection);
  for (const { name, random } of rows) {
    const index = sql.id(name);
    if (random)
      await sql`alter index ${index} set (fillfactor = ${sql.lit(GROWN_FILLFACTOR)})`.execute(connection);
    await sql`reindex index ${index}`.execute(connection);
    if (random) await sql`alter index ${index} reset (fillfactor)`.execute(connection);
  }
}

/** The id of member `n`: of no order, and known without looking it up. */
const idOf = (n: string) =>
  sql.raw(`(
  overlay(overlay(md5('member ' || ${n}) placing '4' from 13) placing 'a' from 17))::uuid`);

async function insertMembers(connection: Database, { credits, members }: SiteSize): Promise<void> {
  const points = (credits / members) * POINTS;
  await sql`
    insert into users (id, email, password, name, email_verified, points, created_at)
    select ${idOf('n')}, lower(first || '.' || last) || '.' || n || '@example.com', 'none', first || ' ' || last, true,
      ${points}, now() - ${DAYS} * interval '1 day' * (1 - n / ${members}::float8)
    from generate_series(0, ${members - 1}::integer) n
    cross join lateral (select
      (${FIRST_NAMES.split(' ')}::text[])[1 + abs(hashint4(n)) % ${sql.lit(FIRST_NAMES.split(' ').length)}] as first,
      (${LAST_NAMES.split(' ')}::text[])[1 + abs(hashint4(-n)) % ${sql.lit(LAST_NAMES.split(' ').length)}] as last) named
    order by n`.execute(connection);
  await sql`
    insert into ledger_balances (user_id, points, credits, credited_points)
    select id, points, points / ${POINTS}::integer, points from users`.execute(connection);
  await sql`
    insert into wall_members (wall, code, user_id, created_at)
    select wall, 'member' || n, ${idOf('n')}, now()
    from generate_series(0, ${members - 1}::integer) n, unnest(${WALLS}::text[]) wall`.execute(connection);
}

/** Credits `from` to before `to`, each for the next member in turn, with what comes of some of them. */
async function insertCredits(
  connection: Database,
  { credits, members }: SiteSize,
  from: number,
  to: number,
): Promise<void> {
  const within = (days: number) => sql`age < ${sql.lit(days + 1)}`;
  await sql`
    with calls as materialized (
      select k, age, now() - age * interval '1 day' as at, uuidv7(age * interval '-1 day') as id, gen_random_uuid()::text as tx,
        n, ${idOf('n')} as member, (${WALLS}::text[])[1 + k % ${sql.lit(WALLS.length)}] as wall,
        ${sql.lit(POINTS)} * (1 + k / ${sql.lit(members)}) as balance
      from generate_series(${from}::integer, ${to - 1}::integer) k
      cross join lateral (
        -- The last one is of now, and each before it is older by the same.
        select ${sql.lit(DAYS)} * (1 - (k + 1) / ${sql.lit(credits)}::float8) as age, k % ${sql.lit(members)} as n) parts
    ),
    transactions as (
      insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, raw_payload, source_ip,
        latency_ms, processed_at, created_at)
      select id, tx, wall, member, 'credited', ${POINTS},
        case when ${within(KEPT.usage)} then 'GET /api/postbacks/' || wall || '?' || repeat('x', 150) end,
        case when ${within(KEPT.usage)} then '127.0.0.1' end, 3, at, at
      from calls order by k
    ),
    tasks_of as (
      insert into tasks (id, user_id, task_type, points_earned, wall, title, completed_at)
      select id, member, 'survey', ${POINTS}, wall, 'Survey', at from calls order by k
    ),
    transfers as (
      insert into ledger_transfers (key, unit, from_account, to_account, amount, kind, reference, actor, balance_after,
        created_at)
      select 'credit:' || id, 'points', 'wall:' || wall, 'member:' || member, ${POINTS}, 'credit', id::text,
        'wall:' || wall, balance, at
      from calls order by k
    ),
    repeated as (
      insert into postback_log (wall, verdict, transaction_id, member_code, source_ip, latency_ms, raw, received_at,
        last_received_at)
      select wall, 'duplicate', tx, 'member' || n, '127.0.0.1', 3, 'GET /api/postbacks/' || wall || '?' || repeat('x', 150),
        at, at
      from calls where ${within(KEPT.log)} and k % ${sql.lit(1 / SHARES.repeated)} = 0 order by k
    )
    insert into notices (key, user_id, kind, data, created_at, pushed_at, delivered_at)
    select 'credit:' || id, member, 'points_credited', jsonb_build_object('points', ${sql.lit(POINTS)}, 'balance', balance,
      'what', 'Survey'), at, at, at
    from calls where ${within(KEPT.notices)} and k % ${sql.lit(1 / SHARES.pushed)} = 0 order by k`.execute(
    connection,
  );
}

/** What the roll-ups would have added up. */
async function sumUp(connection: Database): Promise<void> {
  await sql`
    insert into ledger_slots (slot, unit, kind, from_side, to_side, transfers, amount)
    select date_bin('15 minutes', created_at, '2000-01-01 00:00+00'), unit, kind, from_account, 'member', count(*), sum(amount)
    from ledger_transfers group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(connection);
  await sql`
    insert into ledger_totals (unit, kind, from_side, to_side, transfers, amount)
    select unit, kind, from_side, to_side, sum(transfers), sum(amount) from ledger_slots group by 1, 2, 3, 4`.execute(
    connection,
  );
  await sql`insert into member_counts (members) select count(*) from users`.execute(connection);
  await sql`
    insert into wall_days (wall, day, credits, points, named, named_points, usd_micros, flagged, reversed_points,
      reversed_usd_micros)
    select provider, (created_at at time zone 'UTC')::date, count(*), sum(amount_mb), 0, 0, 0, 0, 0, 0
    from webhook_transactions group by 1, 2`.execute(connection);
  for (const mark of ['ledger_rollup', 'wall_revenue_rollup', 'wall_watch_rollup']) {
    await sql`update ${sql.table(mark)} set rolled_to = (select max(id) from ledger_transfers)`.execute(
      connection,
    );
  }
  await sql`update webhook_cursor set read_to = (select max(id) from ledger_transfers)`.execute(connection);
}
