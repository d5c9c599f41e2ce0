import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { TOTALS_AND_REST } from '#domain/ledger/index.ts';
import { MEMBERS_TOTAL } from '#domain/members/index.ts';

/** Totals of the site. Points earned are credits less reversals; cash is in US cents that members received. */
export async function siteStats(
  database: Database,
): Promise<{ totalUsers: number; totalCashRewarded: number; totalPoints: number }> {
  const { rows } = await sql<{ totalUsers: number; totalCashRewarded: number; totalPoints: number }>`
    select ${MEMBERS_TOTAL} as total_users,
      coalesce(sum(case when unit = 'points' then 0 when to_side = 'member' then amount
        when from_side = 'member' then -amount else 0 end), 0)::float8 as total_cash_rewarded,
      coalesce(sum(case when unit <> 'points' then 0 when kind = 'credit' then amount
        when kind = 'reversal' then -amount else 0 end), 0)::float8 as total_points
    from (${TOTALS_AND_REST}) moves`.execute(database);
  const stats = rows[0];
  if (!stats) throw new Error('the totals query returned no row');
  return stats;
}
