import { sql } from 'kysely';
import type { Output } from '#contract/endpoint.ts';
import type { adminUserTransfers } from '#contract/members.ts';
import { STAFF_PAGE } from '#contract/staff.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { type Account, CREDITS_HELD, DEPARTED, PAYOUTS_HELD } from './accounts.ts';

/**
 * Transfers for a statement of another module, one row each: `from ${TRANSFERS} t`. Ids, keys and references are looked
 * up by their indexes. Amounts are whole points or whole US cents, as the unit says.
 */
export const TRANSFERS = sql`(
  select id, key, unit, kind, from_account, to_account, amount, member_id, balance_after, reference, reason, reverses,
    actor, created_at
  from ledger_transfers)`;

/** The id up to which transfers are rolled up (one row, `rolled_to`): no new one appears below it. */
export const ROLLED_TO = sql`(select rolled_to from ledger_rollup)`;

/** Balances of members (user_id, points) as of the last roll-up, ordered by an index: `from ${BALANCES} b`. */
export const BALANCES = sql`(select user_id, points from ledger_balances)`;

/** How many credits a statement's transfers of one member are, and their points: each reversal takes one away. */
export const CREDITS = sql`coalesce(sum(case kind when 'credit' then 1 when 'reversal' then -1 else 0 end)
  filter (where unit = 'points'), 0)`;
export const CREDITED = sql`coalesce(sum(case kind when 'credit' then amount when 'reversal' then -amount else 0 end)
  filter (where unit = 'points'), 0)`;

/**
 * The credits of a member that are not reversed and their points (one row: `credits`, `points`), for a statement: what is
 * rolled up, and what came after.
 */
export const creditsOf = (userId: string) => sql`(
  select b.credits + rest.credits as credits, b.credited_points + rest.points as points
  from ledger_balances b, lateral (
    select ${CREDITS} as credits, ${CREDITED} as points
    from ledger_transfers where member_id = b.user_id and id > (select rolled_to from ledger_rollup)
  ) rest
  where b.user_id = ${userId})`;

/** What is on an account of the site, as a number in a statement. */
export const balanceOn = (account: Account) => sql`(
  select coalesce(sum(case when to_account = ${account} then amount else -amount end), 0)
  from ledger_transfers where ${account} in (from_account, to_account))`;

interface FoundTransfer {
  id: string;
  memberId: string | null;
  from: Account;
  createdAt: Date;
}

/** The transfer of an id or of a key; undefined where there is none. */
export function findTransfer(
  tx: Pick<Tx, 'selectFrom'>,
  [column, value]: ['id' | 'key', string],
): Promise<FoundTransfer | undefined> {
  return tx
    .selectFrom('ledgerTransfers')
    .select(['id', 'memberId', 'fromAccount as from', 'createdAt'])
    .where(column, '=', value)
    .$narrowType<{ from: Account }>()
    .executeTakeFirst();
}

/** The ids of the transfers of these keys, by key; none for a key without a transfer. */
export async function idsByKey(tx: Tx, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ key: string; id: string }>`
    select key, id from ledger_transfers where key = any(${keys}::text[])`.execute(tx);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** The transfer of a key, which must be there. */
export async function readTransfer(tx: Tx, key: string): Promise<FoundTransfer> {
  const found = await findTransfer(tx, ['key', key]);
  if (!found) throw new Error(`the ledger lacks the transfer ${key}`);
  return found;
}

interface DebtLeft {
  /** The reference of its transfers. */
  id: string;
  /** Whole points that others owe now. */
  open: number;
  /** Transfers of it on the account that was left. */
  transfers: number;
}

/** What others took over from an account that its member left, and has not been paid from there since; the oldest first. */
export async function debtsLeft(tx: Tx, memberId: string): Promise<DebtLeft[]> {
  const owed = sql`sum(case when from_account = ${DEPARTED} then amount else -amount end)`;
  const { rows } = await sql<DebtLeft>`
    select reference as id, ${owed}::integer as open, count(*)::integer as transfers
    from ledger_transfers where member_id = ${memberId} and kind = 'debt'
    group by reference having ${owed} > 0 order by min(id)`.execute(tx);
  return rows;
}

type MemberTransfer = Domain<Output<typeof adminUserTransfers>>[number];

/** A page of a member's transfers, the newest first; `before` is the id of the last one seen. */
export async function memberTransfers(
  database: Database,
  userId: string,
  before: string | undefined,
): Promise<MemberTransfer[]> {
  const { rows } = await sql<MemberTransfer>`
    select id::text, created_at as at, unit, kind, balance_after, reference, reason, actor, ${SIGNED} as amount,
      case when from_account like 'member:%' then to_account else from_account end as other
    from ledger_transfers
    where member_id = ${userId} and (${before ?? null}::bigint is null or id < ${before ?? null}::bigint)
    order by ledger_transfers.id desc limit ${STAFF_PAGE}`.execute(database);
  return rows;
}

/** What the transfers of a member sum up to, and how many there are. */
export async function sumTransfers(
  tx: Tx,
  userId: string,
): Promise<{ points: number; cents: number; transfers: number }> {
  const { rows } = await sql<{ points: number; cents: number; transfers: number }>`
    select coalesce(sum(${SIGNED}) filter (where unit = 'points'), 0)::integer as points,
      coalesce(sum(${SIGNED}) filter (where unit = 'cents'), 0)::integer as cents, count(*)::integer as transfers
    from ledger_transfers where member_id = ${userId}`.execute(tx);
  return rows[0] ?? { points: 0, cents: 0, transfers: 0 };
}

const SIGNED = sql`case when from_account like 'member:%' then -amount else amount end`;

/**
 * Points that members hold as of the last roll-up: what all have, less what those in debt have, and less what former members
 * left behind as of the last hour, which is lost to them (decision 0118).
 */
export async function pointsOutstanding(database: Database): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select (
      coalesce(sum(case when to_side = 'member' then amount when from_side = 'member' then -amount end), 0)
      - (select coalesce(sum(points), 0) from ledger_balances where points < 0)
      - (select points_left from ledger_rollup)
    )::float8 as points
    from ledger_totals where unit = 'points'`.execute(database);
  return rows[0]?.points ?? 0;
}

/** Points that the site owes, as of the last roll-up. */
export interface PointsOwed {
  /** Members hold them, debts and what former members left behind left out. */
  balances: number;
  /** Of credits that are not mature. */
  pending: number;
  /** Of open redemptions. */
  redemptions: number;
}

/** Reads the kept sums, whose number does not grow with the transfers. */
export async function pointsOwed(database: Database): Promise<PointsOwed> {
  const { rows } = await sql<Omit<PointsOwed, 'balances'>>`
    select ${rolledUpOn(CREDITS_HELD)} as pending, ${rolledUpOn(PAYOUTS_HELD)} as redemptions
    from ledger_totals where unit = 'points'`.execute(database);
  const { pending, redemptions } = rows[0] ?? { pending: 0, redemptions: 0 };
  return { balances: await pointsOutstanding(database), pending, redemptions };
}

const rolledUpOn = (account: Account) => sql`
  coalesce(sum(case ${account}::text when to_side then amount when from_side then -amount end), 0)::float8`;

/** About how many transfers wait for the roll-up: ids of transactions that were rolled back count too. */
export async function transfersNotRolledUp(database: Database): Promise<number> {
  const { rows } = await sql<{ transfers: number }>`
    select greatest((select coalesce(max(id), 0) from ledger_transfers) - rolled_to, 0)::float8 as transfers
    from ledger_rollup`.execute(database);
  return rows[0]?.transfers ?? 0;
}
