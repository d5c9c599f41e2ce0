import { sql } from 'kysely';
import type { Output } from '#contract/endpoint.ts';
import type { adminUserTransfers } from '#contract/members.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import type { Account } from './accounts.ts';

/** Transfers on a page of a member's. */
const PAGE = 50;

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

/** The transfer of a key, which must be there. */
export async function readTransfer(tx: Tx, key: string): Promise<FoundTransfer> {
  const found = await findTransfer(tx, ['key', key]);
  if (!found) throw new Error(`the ledger lacks the transfer ${key}`);
  return found;
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
    order by ledger_transfers.id desc limit ${PAGE}`.execute(database);
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

/** Points that members hold as of the last roll-up, debts left out. */
export async function pointsOutstanding(database: Database): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::float8 as points from ledger_balances where points > 0`.execute(
    database,
  );
  return rows[0]?.points ?? 0;
}
