import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** Totals of the site. Points earned count credits less reversals; cash is US cents that members received. */
export async function siteStats(
  database: Database,
): Promise<{ totalUsers: number; totalCashRewarded: number; totalPoints: number }> {
  const { rows } = await sql<{ totalUsers: number; totalCashRewarded: number; totalPoints: number }>`
    select (select count(*)::integer from users) as total_users,
      (select coalesce(sum(cash_rewarded_usd), 0)::integer from users) as total_cash_rewarded,
      (select coalesce(sum(case kind when 'credit' then amount when 'reversal' then -amount else 0 end), 0)::integer
        from ledger_transfers where unit = 'points') as total_points`.execute(database);
  const stats = rows[0];
  if (!stats) throw new Error('the totals query answered no row');
  return stats;
}
