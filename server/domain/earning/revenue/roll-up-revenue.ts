import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import { type Transact, tryLock } from '#database/transaction.ts';
import { inSteps, STEP } from '#domain/common/in-steps.ts';
import { ROLLED_TO, slotOf, TRANSFERS } from '#domain/ledger/index.ts';

/**
 * Adds what walls pay for new transfers to `wall_revenue_slots`, as far as the ledger's own roll-up has come. Each
 * step commits its sums with its mark, so every transfer counts once. Of two processes one works and the other
 * returns at once. Readers add the transfers after the mark themselves, see `REVENUE_AND_REST`.
 */
export async function rollUpRevenue(transact: Transact, step = STEP): Promise<void> {
  await inSteps(transact, (tx) => rollUpStep(tx, step));
}

/** Returns whether another step may find more at once. */
async function rollUpStep(tx: Tx, step: number): Promise<boolean> {
  if (!(await tryLock(tx, 'wall_revenue_rollup'))) return false;
  const { rows } = await sql<{ taken: number }>`
    with taken as materialized (
      select id, key, kind, from_account, to_account, reference, created_at from ${TRANSFERS} l
      -- Marks that are read first bound what the index is asked for; joined, they would only filter all that there is.
      where id > (select rolled_to from wall_revenue_rollup) and id <= ${ROLLED_TO}
      order by id limit ${step}
    ),
    added as (
      insert into wall_revenue_slots as s (slot, wall, kind, transfers, usd_micros)
      select slot, wall, kind, sum(transfers), sum(usd_micros) from (${revenueOf(sql`taken`)}) r
      group by slot, wall, kind order by slot, wall, kind
      on conflict (slot, wall, kind) do update
        set transfers = s.transfers + excluded.transfers, usd_micros = s.usd_micros + excluded.usd_micros
    ),
    counted as (select count(*)::integer as taken, max(id) as last from taken)
    update wall_revenue_rollup mark
    set rolled_to = case when taken = ${step} then last else ledger.rolled_to end
    from counted, ${ROLLED_TO} ledger where ledger.rolled_to > mark.rolled_to returning taken`.execute(tx);
  return rows[0]?.taken === step;
}

/**
 * What walls pay for the given transfers: one row each of slot, wall, kind, transfers, usd_micros. Transfers with
 * these keys refer to a provider transaction. Granted claims have other keys, since no wall pays for them. `offset 0`:
 * only what is needed of a transfer is carried into the join, which the proof makes of all of them.
 */
const revenueOf = (transfers: ReturnType<typeof sql>) => sql`
  select l.slot, w.provider as wall, l.kind, 1 as transfers, w.revenue_usd_micros as usd_micros
  from (
    select ${slotOf('l.created_at')} as slot, l.kind, l.reference::uuid as call from ${transfers} l
    where l.key like 'credit:%' and l.from_account like 'wall:%' or l.key like 'reversal:%' and l.to_account like 'wall:%'
    offset 0
  ) l
  join webhook_transactions w on w.id = l.call
  where w.revenue_usd_micros is not null`;

/**
 * What walls pay (slot, wall, kind, transfers, usd_micros): the slots, plus the transfers after the mark. One
 * statement reads both, so each transfer counts once. Used as `from (...)`.
 */
export const REVENUE_AND_REST = sql`
  select slot, wall, kind, transfers, usd_micros from wall_revenue_slots
  union all
  ${revenueOf(sql`(select * from ${TRANSFERS} l where id > (select rolled_to from wall_revenue_rollup))`)}`;

/** Compares the slots with their provider transactions. Returns one sentence per difference; an empty list means proven. */
export async function proveRevenue(database: Database): Promise<string[]> {
  const rolledUp = sql`(select * from ${TRANSFERS} l where id <= (select rolled_to from wall_revenue_rollup))`;
  const { rows } = await sql<{ text: string }>`
    with recomputed as (
      select slot, wall, kind, sum(transfers) as transfers, sum(usd_micros) as usd_micros
      from (${revenueOf(rolledUp)}) r group by slot, wall, kind
    )
    select format('revenue of slot %s, wall %s, %s: rolled up %s of %s, the transactions say %s of %s', slot, wall, kind,
      coalesce(s.usd_micros, 0), coalesce(s.transfers, 0), coalesce(r.usd_micros, 0), coalesce(r.transfers, 0)) as text
    from wall_revenue_slots s full join recomputed r using (slot, wall, kind)
    where (s.usd_micros, s.transfers) is distinct from (r.usd_micros, r.transfers)`.execute(database);
  return rows.map(({ text }) => text);
}
