import { type RawBuilder, sql } from 'kysely';
import type { Input } from '#contract/endpoint.ts';
import { fault } from '#contract/faults.ts';
import type { addOfferRule, OfferRule, previewOfferRule } from '#contract/offer-rules.ts';
import { OFFER_PREVIEW, OFFER_RULES_MAX, OFFERS_FEATURED_MAX } from '#contract/offer-rules.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { allowStatements, tryLock } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** Longest change of a catalogue, which has tens of thousands of offers, in milliseconds. */
export const CATALOGUE_MS_MAX = 60_000;

type Given = Omit<Input<typeof addOfferRule>['body'], 'endsAt'> & { endsAt: Date | null };
type Named = Input<typeof previewOfferRule>['query'];

const IN_FORCE = sql<boolean>`(ends_at is null or ends_at > now())`;

/** Whether an offer `o` is one that a rule `r` names. */
const NAMES = sql<boolean>`((r.wall is null or r.wall = o.wall) and (r.offer_id is null or r.offer_id = o.offer_id)
  and (r.category is null or r.category = any (o.categories))
  and (r.words is null or position(lower(r.words) in lower(o.title)) > 0)
  and (r.points_below is null or o.total_points < r.points_below)
  and (r.purchase is null or case when r.purchase then o.purchase else o.no_purchase end))`;

/** The rules in force, newest first, each with the number of offers of these walls that it named when they were last written to. */
export async function listOfferRules(
  database: Database,
  walls: readonly string[],
): Promise<Domain<OfferRule>[]> {
  const { rows } = await sql<Domain<OfferRule>>`
    select r.id, r.wall, r.offer_id, r.category, r.words, r.points_below, r.purchase, r.effect, r.countries,
      r.new_member_days, r.reason, r.ends_at, r.created_at,
      (select coalesce(sum(n.named::integer), 0)::integer
        from jsonb_each_text(r.offers) as n (wall, named) where n.wall = any (${walls}::text[])) as offers
    from offer_rules r where ${IN_FORCE} order by r.created_at desc, r.id limit ${OFFER_RULES_MAX}`.execute(
    database,
  );
  return rows;
}

/** The offers that a rule would name. */
export async function previewRule(
  database: Database,
  given: Named,
): Promise<{
  offers: number;
  examples: { wall: string; offerId: string; title: string; totalPoints: number | null }[];
}> {
  const found = sql`from ${ruleOf(given)} r join feed_offers o on ${NAMES} where o.left_at is null`;
  const { rows: counted } = await sql<{
    offers: number;
  }>`select count(*)::integer as offers ${found}`.execute(database);
  const { rows: examples } = await sql<{
    wall: string;
    offerId: string;
    title: string;
    totalPoints: number | null;
  }>`
    select o.wall, o.offer_id, o.title, o.total_points ${found}
    order by coalesce(o.total_points, 0) desc, o.wall, o.offer_id limit ${OFFER_PREVIEW}`.execute(database);
  return { offers: counted[0]?.offers ?? 0, examples };
}

/** A rule that is not kept, as a table of one row. */
const ruleOf = ({
  wall,
  offerId,
  category,
  words,
  pointsBelow,
  purchase,
}: Named): RawBuilder<unknown> => sql`(
  select ${wall ?? null}::text as wall, ${offerId ?? null}::text as offer_id, ${category ?? null}::text as category,
    ${words ?? null}::text as words, ${pointsBelow ?? null}::integer as points_below,
    ${purchase ? purchase === 'true' : null}::boolean as purchase)`;

/** Adds a rule and returns its id. Throws Refusal invalid_input of `effect` where there are as many as may be. */
export async function addOfferRuleOf(tx: Tx, rule: Given, adminId: string): Promise<string> {
  await lockRules(tx);
  const { rows } = await sql<{ rules: number; featured: number }>`
    select count(*)::integer as rules, (count(*) filter (where effect = 'feature'))::integer as featured
    from offer_rules where ${IN_FORCE}`.execute(tx);
  const [kept] = rows;
  const isFull = (kept?.rules ?? 0) >= OFFER_RULES_MAX;
  if (isFull || (rule.effect === 'feature' && (kept?.featured ?? 0) >= OFFERS_FEATURED_MAX))
    throw new Refusal('invalid_input', { fields: { effect: fault('invalid') } });
  const { id } = await tx
    .insertInto('offerRules')
    .values({ ...rule, createdBy: adminId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await applyRules(tx);
  return id;
}

/** Ends a rule and returns it. Throws Refusal not_found. */
export async function removeOfferRuleOf(tx: Tx, id: string): Promise<Record<string, unknown>> {
  await lockRules(tx);
  const rule = await tx
    .deleteFrom('offerRules')
    .where('id', '=', id)
    .returning([
      'wall',
      'offerId',
      'category',
      'words',
      'pointsBelow',
      'purchase',
      'effect',
      'countries',
      'newMemberDays',
      'reason',
    ])
    .executeTakeFirst();
  if (!rule) throw new Refusal('not_found');
  await applyRules(tx);
  return rule;
}

/**
 * Deletes the rules that have ended, and takes from the offers what they said. Rules that were never counted, as the version before
 * added them, are written too. Does nothing while rules or a catalogue change, since it is called every minute.
 */
export async function endRules(tx: Tx): Promise<void> {
  if (!(await tryLock(tx, RULES_LOCK))) return;
  const { numDeletedRows } = await tx
    .deleteFrom('offerRules')
    .where(sql<boolean>`not ${IN_FORCE}`)
    .executeTakeFirst();
  const uncounted = await tx
    .selectFrom('offerRules')
    .select('id')
    .where('offers', 'is', null)
    .executeTakeFirst();
  if (numDeletedRows > 0n || uncounted) await applyRules(tx);
}

const RULES_LOCK = 'offer_rules';
/** One change of rules, or of a catalogue under them, at a time: both write the same offers. Waits as long as one may take. */
export async function lockRules(tx: Tx): Promise<void> {
  await allowStatements(tx, CATALOGUE_MS_MAX);
  await sql`set local lock_timeout = ${sql.lit(CATALOGUE_MS_MAX)}`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtext(${RULES_LOCK}))`.execute(tx);
}

/**
 * Writes to each offer, or to each of a wall, what the rules in force say of it, so that lists need not ask, and to each rule how many
 * it names. Of two limits both hold; of two lists of countries the newer.
 */
export async function applyRules(tx: Tx, wall: string | null = null): Promise<void> {
  await allowStatements(tx, CATALOGUE_MS_MAX);
  await sql`
    with rules as materialized (select * from offer_rules where ${IN_FORCE}),
    said as (
      select o.wall, o.offer_id, s.*
      from feed_offers o cross join lateral (
        select coalesce(bool_or(r.effect = 'hide'), false) as hidden,
          coalesce(max(case r.effect when 'feature' then 1 else 0 end), 0) as featured,
          min(r.new_member_days) as new_member_days,
          string_to_array(
            (array_agg(array_to_string(r.countries, ' ') order by r.created_at desc) filter (where r.countries is not null))[1],
            ' ') as only_countries,
          array_agg(r.id) as named_by
        from rules r where ${NAMES}
      ) s
      where o.left_at is null and (${wall}::text is null or o.wall = ${wall})
    ),
    named as (
      select by_rule.id, said.wall, count(*) as offers
      from said cross join unnest(said.named_by) as by_rule (id) group by by_rule.id, said.wall
    ),
    counted as (
      select r.id, case when ${wall}::text is null then '{}' else r.offers - ${wall}::text end
          || coalesce(jsonb_object_agg(n.wall, n.offers) filter (where n.wall is not null), '{}') as offers
      from offer_rules r left join named n on n.id = r.id group by r.id
    ),
    noted as (
      update offer_rules r set offers = c.offers from counted c where r.id = c.id and r.offers is distinct from c.offers
    )
    update feed_offers o set hidden = said.hidden, featured = said.featured, new_member_days = said.new_member_days,
      only_countries = said.only_countries
    from said
    where o.wall = said.wall and o.offer_id = said.offer_id
      and (o.hidden, o.featured, o.new_member_days, o.only_countries)
        is distinct from (said.hidden, said.featured, said.new_member_days, said.only_countries)`.execute(tx);
}
