import { type RawBuilder, sql } from 'kysely';
import type { WallMoney } from '#contract/walls.money.ts';
import type { Database } from '#database/client.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';
import { SLOTS_AND_REST } from '#domain/ledger/index.ts';
import { REVENUE_AND_REST } from './roll-up-revenue.ts';

type Sums = Omit<WallMoney, 'revenue'> & { wall: string; named: number; usdMicros: number };

/**
 * Returns what each wall with credits or reversals from `begin` to before `end` brought and cost, the dearest first. Both
 * moments are SQL and lie on quarter hours. Revenue and cost both count at the time of the transfer and are read in one
 * statement, so they match. `walls` are those of the site; for any other wall revenue is known only if its calls named it.
 */
export async function readWallMoney(
  database: Database,
  walls: readonly ConfiguredWall[],
  { begin, end }: { begin: RawBuilder<unknown>; end: RawBuilder<unknown> },
): Promise<({ wall: string } & WallMoney)[]> {
  const { rows } = await sql<Sums>`
    select substr(side, 6) as wall, sum(earned)::float8 as earned, sum(reversed)::float8 as reversed,
      sum(credits)::float8 as credits, sum(named)::float8 as named, sum(usd_micros)::float8 as usd_micros
    from (
      select case kind when 'credit' then from_side else to_side end as side,
        case kind when 'credit' then amount else 0 end as earned,
        case kind when 'reversal' then amount else 0 end as reversed,
        case kind when 'credit' then transfers else 0 end as credits, 0 as named, 0 as usd_micros
      from (${SLOTS_AND_REST}) moves
      where unit = 'points' and kind in ('credit', 'reversal') and slot >= ${begin} and slot < ${end}
      union all
      select 'wall:' || wall, 0, 0, 0, case kind when 'credit' then transfers else 0 end,
        case kind when 'credit' then usd_micros else -usd_micros end
      from (${REVENUE_AND_REST}) revenue where slot >= ${begin} and slot < ${end}
    ) sides
    where side like 'wall:%' group by 1 order by 2 desc, 1`.execute(database);
  const naming = new Set(walls.filter(namesRevenue).map(({ definition }) => definition.id));
  return rows.map(({ named, usdMicros, ...sums }) => ({
    ...sums,
    revenue: naming.has(sums.wall) || named > 0 || usdMicros !== 0 ? { usdMicros, credits: named } : null,
  }));
}

/** Whether the wall's calls can name what it pays the site. */
export const namesRevenue = ({ definition }: ConfiguredWall): boolean =>
  definition.postback.fields.usd !== undefined;
