import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import type { ProviderTraits } from '#domain/redemption/ports.ts';
import { IS_OPEN } from '#domain/redemption/states.ts';

/** Redemptions that need the settings of a provider which is not set up. */
export interface MissingProvider {
  provider: string;
  /** They wait. */
  open: number;
  /** Their members cannot see the reward. */
  issued: number;
}

/** Returns every provider that has open or issued redemptions and is not among these. Of the others nothing is counted. */
export async function missingProviders(
  database: Database,
  providers: readonly ProviderTraits[],
): Promise<MissingProvider[]> {
  const { rows } = await sql<MissingProvider>`
    with recursive issued (provider) as (
      -- Goes along the index of issued redemptions from one provider to the next.
      (select provider from card_redemptions where status = 'issued' order by provider limit 1)
      union all
      select (select r.provider from card_redemptions r where r.status = 'issued' and r.provider > i.provider
        order by r.provider limit 1)
      from issued i where i.provider is not null
    ), needed as (
      select provider from issued where provider is not null
      union select r.provider from card_redemptions r where ${IS_OPEN}
    )
    select n.provider,
      (select count(*)::integer from card_redemptions r where ${IS_OPEN} and r.provider = n.provider) as open,
      (select count(*)::integer from card_redemptions r where r.status = 'issued' and r.provider = n.provider) as issued
    from needed n where n.provider <> all(${providers.map(({ id }) => id)}::text[])
    order by n.provider`.execute(database);
  return rows;
}
