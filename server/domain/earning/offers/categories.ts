import { sql } from 'kysely';
import type { FeedCategory } from '#contract/feeds.ts';
import { CATEGORY_WORDS_MAX } from '#contract/feeds.values.ts';
import type { OfferCategory } from '#contract/offers.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database, Tx } from '#database/client.ts';
import { allowStatements } from '#database/transaction.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { CATALOGUE_MS_MAX, lockRules } from './rules.ts';
import { usualCategory } from './usual-category.ts';

interface Word {
  word: string;
  offers: number;
  decided: OfferCategory | null;
}

/** The words of a catalogue, the most frequent first, CATEGORY_WORDS_MAX at most; further ones mean `other`. */
async function readWords(database: Database | Tx, wall: string): Promise<Word[]> {
  const { rows } = await sql<Word>`
    with found as (
      select lower(word) as word, count(*)::integer as offers
      from feed_offers o, unnest(o.categories) as word where o.wall = ${wall} and o.left_at is null
      group by lower(word) order by count(*) desc, lower(word) limit ${CATEGORY_WORDS_MAX}
    )
    select f.word, f.offers, c.category as decided
    from found f left join offer_categories c on c.wall = ${wall} and c.word = f.word
    order by f.offers desc, f.word`.execute(database);
  return rows;
}

/** The words that a company's offers name as categories now, and what members see for them. */
export async function listCategories(database: Database, wall: string): Promise<Domain<FeedCategory>[]> {
  const words = await readWords(database, wall);
  return words.map(({ word, offers, decided }) => ({
    word,
    offers,
    usual: usualCategory(word),
    decided,
  }));
}

/**
 * Decides what members see for a word of a company's; null: what it usually means. Returns what was decided before. Throws
 * Refusal not_found for a word that no offer of the catalogue has.
 */
export async function decideCategory(
  tx: Tx,
  { wall, word, category }: { wall: string; word: string; category: OfferCategory | null },
): Promise<OfferCategory | null> {
  await lockRules(tx);
  const known = (await readWords(tx, wall)).find((one) => one.word === word);
  if (!known) throw new Refusal('not_found');
  await (category
    ? sql`insert into offer_categories (wall, word, category) values (${wall}, ${word}, ${category})
        on conflict (wall, word) do update set category = excluded.category`
    : sql`delete from offer_categories where wall = ${wall} and word = ${word}`
  ).execute(tx);
  await applyCategories(tx, wall);
  return known.decided;
}

/** Writes to each offer of a catalogue the categories that members see, so that lists need not ask. */
export async function applyCategories(tx: Tx, wall: string): Promise<void> {
  await allowStatements(tx, CATALOGUE_MS_MAX);
  const means = (await readWords(tx, wall))
    .map(({ word, decided }) => ({ word, category: decided ?? usualCategory(word) }))
    .filter(({ category }) => category !== 'other');
  await sql`
    with means as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(means)}::jsonb) as m (word text, category text)
    ),
    said as (
      select o.offer_id, coalesce(array_agg(distinct m.category) filter (where m.category is not null), '{other}') as shown
      from feed_offers o left join lateral unnest(o.categories) as own (word) on true left join means m on m.word = lower(own.word)
      where o.wall = ${wall} and o.left_at is null group by o.offer_id
    )
    update feed_offers o set shown_categories = said.shown from said
    where o.wall = ${wall} and o.offer_id = said.offer_id and o.shown_categories <> said.shown`.execute(tx);
}
