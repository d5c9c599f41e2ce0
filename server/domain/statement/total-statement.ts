import { sql } from 'kysely';
import type { Output } from '#contract/endpoint.ts';
import type { statementTotals } from '#contract/statement.ts';
import type { Database } from '#database/client.ts';
import { fixedTogether } from '#database/fixed-together.ts';
import { creditsOf, TRANSFERS } from '#domain/ledger/index.ts';

type Totals = Output<typeof statementTotals>;

/**
 * The ledger keeps the sum of a member's credits, less what was taken back. All other transfers of points are few, and have
 * an index.
 */
const totalsOf = fixedTogether(
  ['uuid'],
  (_database, userId: string) => sql<Totals>`
    select (c.points + other.taken_back)::float8 as earned, other.*, u.points as balance
    from users u, ${creditsOf(userId)} c, (
      select
        coalesce(sum(amount) filter (where kind = 'reversal'), 0)::float8 as taken_back,
        coalesce(sum(amount) filter (where kind = 'redemption'), 0)::float8 as redeemed,
        coalesce(sum(amount) filter (where kind = 'refund'), 0)::float8 as given_back,
        coalesce(sum(case when from_account like 'member:%' then -amount else amount end)
          filter (where kind in ('adjustment', 'debt')), 0)::float8 as adjusted,
        coalesce(sum(case when from_account like 'member:%' then -amount else amount end)
          filter (where kind = 'debt'), 0)::float8 as debts
      from ${TRANSFERS} l
      where l.member_id = ${userId} and l.kind <> 'credit' and l.unit = 'points'
    ) other
    where u.id = ${userId}`,
);

/** Returns the member's balance and the sums of whole points that make it up. */
export async function totalStatement(database: Database, userId: string): Promise<Totals> {
  const [totals] = await totalsOf(database, userId);
  if (!totals) throw new Error('the totals query returned no row');
  return totals;
}
