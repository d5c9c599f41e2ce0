import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { STOCK_PROVIDER } from '#domain/redemption/ports.ts';
import { GIVEN, OWN } from '#domain/redemption/states.ts';

/**
 * Proves the given codes and the rewards made by hand: each belongs to one redemption of its own reward, which is or
 * will be issued, no two are the same code or link, and each issued redemption of these providers has one. Returns one
 * sentence per difference.
 */
export async function proveOwnRewards(database: Database): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    with own as (
      select v.redemption_id, v.id::text as ref, v.reward_id, 'code' as reveal, ${sql.lit(STOCK_PROVIDER)} as only_of
      from voucher_codes v where v.redemption_id is not null
      union all
      select f.redemption_id, f.redemption_id::text, null, f.reveal, null from fulfilments f where f.decision = 'fulfilled'
    )
    select format('redemption %s is %s and has the reward %s', r.id, r.status, o.ref) as text
    from own o join card_redemptions r on r.id = o.redemption_id
    where r.status = 'failed'
    union all
    select format('redemption %s has the reward %s, which is of another reward or provider', r.id, o.ref)
    from own o join card_redemptions r on r.id = o.redemption_id
    where r.provider not in ${OWN} or o.reward_id <> r.reward_id or o.only_of <> r.provider
    union all
    select format('redemption %s has %s rewards of its own', redemption_id, count(*))
    from own group by redemption_id having count(*) > 1
    union all
    select format('redemption %s was given by hand the code of the redemption %s', f.redemption_id, v.redemption_id)
    from fulfilments f join voucher_codes v on v.fingerprint = f.fingerprint
    where f.decision = 'fulfilled' and v.redemption_id is not null
    union all
    select format('redemption %s is %s and has no reward %s', r.id, r.status, r.provider_ref)
    from card_redemptions r
    where r.provider in ${OWN} and r.status in ${GIVEN}
      and not exists (select from own o
        where o.redemption_id = r.id and o.ref = r.provider_ref and o.reveal = r.reveal)
    union all
    select format('redemption %s was refused by a person and is %s', r.id, r.status)
    from fulfilments f join card_redemptions r on r.id = f.redemption_id
    where f.decision = 'refused' and r.status in ${GIVEN}`.execute(database);
  return rows.map(({ text }) => text);
}
