import { sql } from 'kysely';
import { SAMPLE_MAX, SAMPLE_OF_WALL_FIRST } from '#contract/offers.values.ts';
import type { Database } from '#database/client.ts';
import type { WallWithFeed } from '#domain/earning/feeds/pull-feeds.ts';
import { pictureAddress } from '#domain/earning/pictures/read-picture.ts';
import { NOT_ENDED, seenFrom } from './seen-by.ts';

/** What strangers read of an offer. */
export interface SampleOffer {
  title: string;
  /** The title of the wall. */
  source: string;
  /** Path of its picture at this site; null if there is none. */
  picture: string | null;
  /** Whole points of all its steps. */
  points: number;
  steps: number;
  purchase: boolean;
}

/**
 * A few offers of these walls that anyone in the country can do now: those that most members finished here, SAMPLE_MAX
 * in all, no title twice, SAMPLE_OF_WALL_FIRST of each wall before more of one. Left out are those that a rule hides or limits, and those of which nobody can
 * say what they pay at most: without a fixed amount, or with several steps of which one can be repeated.
 */
export async function sampleOffers(
  database: Database,
  walls: readonly WallWithFeed[],
  country: string | undefined,
): Promise<SampleOffer[]> {
  const ids = walls.map(({ definition }) => definition.id);
  const titles = walls.map(({ definition }) => definition.title);
  const { rows } = await sql<SampleOffer>`
    select s.title, w.title as source, s.picture, s.points, s.steps, s.purchase
    from unnest(${ids}::text[], ${titles}::text[]) as w (id, title)
    cross join lateral (
      select o.title, ${pictureAddress('o.icon_url')} as picture, o.total_points as points, o.steps, o.purchase, o.credited
      from feed_offers o
      where o.wall = w.id and ${seenFrom({ country, device: undefined })} and ${NOT_ENDED} and not o.hidden
        and o.only_countries is null and o.new_member_days is null and o.total_points > 0
        and (o.steps = 1 or not exists (
          select from feed_goals g where g.wall = o.wall and g.offer_id = o.offer_id and g.repeatable))
      order by o.credited desc, coalesce(o.total_points, 0) desc, o.wall desc, o.offer_id desc
      limit ${SAMPLE_MAX}
    ) s
    order by s.credited desc, s.points desc, w.id, s.title`.execute(database);
  return chosen(rows);
}

/** The first of these, no title twice; more than a few of one wall only where the others have no more. */
function chosen(rows: readonly SampleOffer[]): SampleOffer[] {
  const distinct = rows.filter(
    ({ title }, index) => rows.findIndex((other) => other.title === title) === index,
  );
  const isFirst = (row: SampleOffer) =>
    distinct.filter(({ source }) => source === row.source).indexOf(row) < SAMPLE_OF_WALL_FIRST;
  const found = [...distinct.filter(isFirst), ...distinct.filter((row) => !isFirst(row))].slice(
    0,
    SAMPLE_MAX,
  );
  return distinct.filter((row) => found.includes(row));
}
