import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import { allowStatements, type Transact, tryLock } from '#database/transaction.ts';
import { inSteps, STEP } from '#domain/common/in-steps.ts';
import { CREDITED, CREDITS } from './read.ts';

/** Longest sum over all former members. */
const SUM_MS_MAX = 300_000;

/**
 * Adds the new transfers to `ledger_slots`, to `ledger_totals` and to the `ledger_balances` of their members. Each step
 * commits its sums with its mark, so every transfer counts once. Of two processes one works and the other returns at once.
 * Readers add the transfers after the mark themselves, see `SLOTS_AND_REST`.
 */
export async function rollUpLedger(transact: Transact, step = STEP): Promise<void> {
  await inSteps(transact, (tx) => rollUpStep(tx, step));
}

/** Sums up anew what former members left behind. Reads a row of each of them. */
export async function sumPointsLeft(tx: Tx): Promise<void> {
  await allowStatements(tx, SUM_MS_MAX);
  const { rows } = await sql<{ points: string }>`
    select coalesce(sum(b.points), 0) as points from users u join ledger_balances b on b.user_id = u.id
    where u.erased_at is not null and u.points > 0 and b.points > 0`.execute(tx);
  // A statement of its own, so that no roll-up waits for that sum.
  await sql`update ledger_rollup set points_left = ${rows[0]?.points}::bigint`.execute(tx);
}

/** Returns whether another step may find more at once. */
async function rollUpStep(tx: Tx, step: number): Promise<boolean> {
  if (!(await tryLock(tx, 'ledger_rollup'))) return false;
  const { newest, rolledTo, limit, settled, writers } = await readHorizon(tx);
  if (newest === rolledTo) return false;
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      select id, unit, kind, from_account, to_account, amount, member_id, created_at
      from ledger_transfers
      -- The mark as a value: joined, it would be compared with every transfer that there is.
      where id > (select rolled_to from ledger_rollup) and id <= ${limit}::bigint order by id limit ${step}
    ),
    added as (
      insert into ledger_slots as s (slot, unit, kind, from_side, to_side, transfers, amount)
      select ${SLOT}, unit, kind, ${SIDES}, count(*), sum(amount)
      from taken group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (slot, unit, kind, from_side, to_side) do update
        set transfers = s.transfers + excluded.transfers, amount = s.amount + excluded.amount
    ),
    totalled as (
      insert into ledger_totals as s (unit, kind, from_side, to_side, transfers, amount)
      select unit, kind, ${SIDES}, count(*), sum(amount) from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (unit, kind, from_side, to_side) do update
        set transfers = s.transfers + excluded.transfers, amount = s.amount + excluded.amount
    ),
    moved as (
      select member_id, ${CREDITS} as credits, ${CREDITED} as points from taken where member_id is not null group by member_id
    ),
    refreshed as (
      update ledger_balances b set points = u.points, credits = b.credits + m.credits,
        credited_points = b.credited_points + m.points
      from users u, moved m
      where u.id = b.user_id and m.member_id = b.user_id
        -- With an array the members are looked up by the index, however many there are.
        and b.user_id = any (array(select member_id from moved))
    ),
    counted as (select count(*)::integer as taken, max(id) as last from taken)
    update ledger_rollup r set
      rolled_to = case when taken = ${step} then last else ${limit}::bigint end,
      pending_to = case when taken < ${step} and ${settled} then ${newest}::bigint else pending_to end,
      pending_writers = case when taken < ${step} and ${settled} then ${writers}::text[] else pending_writers end
    from counted returning taken`.execute(tx);
  return rows[0]?.taken === step || (settled && limit !== newest);
}

/** The quarter hour of a transfer; `column` holds its time. */
export const slotOf = (column: string) =>
  sql`date_bin('15 minutes', ${sql.ref(column)}, '2000-01-01 00:00+00')`;
const SLOT = slotOf('created_at');
const side = (account: string) => sql`
  case when ${sql.ref(account)} like 'member:%' then 'member' else ${sql.ref(account)} end`;
/** Both accounts of a transfer; all members' accounts are the one side `member`. */
const SIDES = sql`${side('from_account')}, ${side('to_account')}`;

interface Horizon {
  /** Id of the newest visible transfer. */
  newest: string;
  rolledTo: string;
  /** Transfers up to this id can be added: no open transaction holds a smaller one. */
  limit: string;
  /** Whether the writers of the last `pending_to` have ended, so that a newer id can take its place. */
  settled: boolean;
  /** Transactions that were writing transfers after `newest` was read. */
  writers: string[];
}

/**
 * A transaction that inserts a transfer locks the table before it gets the id, until it ends. So once all
 * transactions that held the lock just after `newest` was read have ended, no smaller id can still appear.
 */
async function readHorizon(tx: Tx): Promise<Horizon> {
  const { rows: newestRows } = await sql<{ newest: string }>`
    select coalesce(max(id), 0)::text as newest from ledger_transfers`.execute(tx);
  const newest = newestRows[0]?.newest ?? '0';
  const { rows } = await sql<Omit<Horizon, 'newest'>>`
    select writers, settled, rolled_to::text,
      greatest(rolled_to, case when cardinality(writers) = 0 then ${newest}::bigint
        when settled then pending_to else 0 end)::text as limit
    from (
      select rolled_to, pending_to, writers, not pending_writers && writers as settled
      from ledger_rollup, (
        select coalesce(array_agg(distinct virtualtransaction), '{}') as writers from pg_locks
        where relation = 'ledger_transfers'::regclass and mode = 'RowExclusiveLock' and granted
          and database = (select oid from pg_database where datname = current_database())
      ) now
    ) horizon`.execute(tx);
  const [horizon] = rows;
  if (!horizon) throw new Error('the mark of the roll-up is missing');
  return { newest, ...horizon };
}

/** The transfers after the mark, one row each of slot, unit, kind, from_side, to_side, transfers, amount: `from (...)`. */
export const REST = sql`
  select ${SLOT} as slot, unit, kind, ${side('from_account')} as from_side, ${side('to_account')} as to_side, 1 as transfers,
    amount
  from ledger_transfers where id > (select rolled_to from ledger_rollup)`;

/** The sums up to the mark, by quarter of an hour: `from ${SLOTS} s`. Found by their time, or by from_side and kind. */
export const SLOTS = sql`(
  select slot, unit, kind, from_side, to_side, transfers, amount from ledger_slots)`;

/**
 * All transfers as sums (slot, unit, kind, from_side, to_side, transfers, amount): the slots, plus the transfers
 * after the mark. One statement reads both, so each transfer counts once. Used as `from (...)`.
 */
export const SLOTS_AND_REST = sql`select * from ${SLOTS} s union all ${REST}`;

/** The same without the time (unit, kind, from_side, to_side, transfers, amount), which takes as long after many years. */
export const TOTALS_AND_REST = sql`
  select unit, kind, from_side, to_side, transfers, amount from ledger_totals
  union all
  select unit, kind, from_side, to_side, transfers, amount from (${REST}) r`;

/**
 * Compares the slots with their transfers, and the totals with the slots. Returns one sentence per difference; an empty
 * list means proven.
 */
export async function proveRollUp(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with recomputed as (
      select ${SLOT} as slot, unit, kind, ${side('from_account')} as from_side, ${side('to_account')} as to_side,
        count(*) as transfers, sum(amount) as amount
      from ledger_transfers where id <= (select rolled_to from ledger_rollup)
      group by 1, 2, 3, 4, 5
    )
    select format('slot %s %s %s from %s to %s: rolled up %s of %s, the transfers say %s of %s', slot, unit, kind,
      from_side, to_side, coalesce(s.amount, 0), coalesce(s.transfers, 0), coalesce(r.amount, 0),
      coalesce(r.transfers, 0)) as text
    from ledger_slots s full join recomputed r using (slot, unit, kind, from_side, to_side)
    where (s.amount, s.transfers) is distinct from (r.amount, r.transfers)
    union all
    select format('total of %s %s from %s to %s: rolled up %s of %s, the slots say %s of %s', unit, kind, from_side, to_side,
      coalesce(t.amount, 0), coalesce(t.transfers, 0), coalesce(s.amount, 0), coalesce(s.transfers, 0))
    from ledger_totals t full join (
      select unit, kind, from_side, to_side, sum(transfers) as transfers, sum(amount) as amount
      from ledger_slots group by 1, 2, 3, 4
    ) s using (unit, kind, from_side, to_side)
    where (t.amount, t.transfers) is distinct from (s.amount, s.transfers)`.execute(database);
  return rows.map(({ text }) => text);
}
