import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import type { ProviderTraits } from '#domain/redemption/ports.ts';
import { IS_OPEN } from '#domain/redemption/states.ts';
import { RECONCILED_DAYS } from './reconcile.ts';

/** Redemptions that need the settings of a provider which is not set up. */
export interface MissingProvider {
  provider: string;
  /** They wait. */
  open: number;
  /** Their members cannot see the reward. */
  issued: number;
  /** Those of `issued` that are compared with its list, counted back from the newest redemption that is open or issued. */
  recent: number;
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
    ), newest as (
      select greatest((select max(r.created_at) from card_redemptions r where ${IS_OPEN}), max(last.at)) as at
      from issued i cross join lateral (
        select max(r.created_at) as at from card_redemptions r where r.status = 'issued' and r.provider = i.provider
      ) last
    )
    select n.provider,
      (select count(*)::integer from card_redemptions r where ${IS_OPEN} and r.provider = n.provider) as open,
      (select count(*)::integer from card_redemptions r where r.status = 'issued' and r.provider = n.provider) as issued,
      (select count(*)::integer from card_redemptions r where r.status = 'issued' and r.provider = n.provider
        and r.created_at > newest.at - make_interval(days => ${RECONCILED_DAYS})) as recent
    from needed n, newest where n.provider <> all(${providers.map(({ id }) => id)}::text[])
    order by n.provider`.execute(database);
  return rows;
}
