import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';

/**
 * Proves the debts of members who left: what one account was relieved of is what another took over or what waits for the
 * next account, less what was paid since; and each debt has one account that left it and at most one that owes it. A debt
 * that nobody took over in time is nobody's. Returns one sentence per difference; an empty list means proven.
 */
export async function proveDebts(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with debts as (
      select reference as id, ${sumOf('debt_left')} as owed, ${sumOf('debt_met')} as met, ${sumOf('debt_paid')} as paid,
        ${sumOf('debt_eased')} as eased, count(distinct member_id) filter (where ${isOf('debt_left', 'debt_paid')}) as former,
        count(distinct member_id) filter (where ${isOf('debt_met', 'debt_eased')}) as heirs
      from ${TRANSFERS} l where kind = 'debt' group by reference
    ),
    entries as (
      select coalesce(d.id, p.id::text) as id, p.points_owed as waiting, coalesce(owed, 0) as owed, coalesce(met, 0) as met,
        coalesce(paid, 0) as paid, coalesce(eased, 0) as eased, coalesce(former, 0) as former, coalesce(heirs, 0) as heirs
      from debts d full join departures p on p.id::text = d.id
    )
    select format('debt %s: %s points were left, %s taken over, %s paid and %s of them given on, and %s wait', id, owed, met,
      paid, eased, coalesce(waiting, 0)) as text
    from entries
    where former > 1 or heirs > 1 or paid > owed or eased > paid
      or case when waiting is not null then met > 0 or eased > 0 or waiting <> owed - paid
        else met + eased > 0 and met <> owed - (paid - eased) end`.execute(database);
  return rows.map(({ text }) => text);
}

const isOf = (...words: string[]) =>
  sql`split_part(key, ':', 1) in (${sql.join(words.map((word) => sql.lit(word)))})`;
const sumOf = (word: string) => sql`coalesce(sum(amount) filter (where ${isOf(word)}), 0)`;
