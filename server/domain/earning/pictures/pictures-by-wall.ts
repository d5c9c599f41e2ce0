import { sql } from 'kysely';
import type { FeedHealth } from '#contract/feeds.ts';
import type { Database } from '#database/client.ts';
import { KEPT_MAX, withRoom } from './sources.ts';

/** Wall -> how the pictures of its offers fare; `full` is also the fault of those whose addresses have no room. */
export async function picturesByWall(
  database: Database,
  max = KEPT_MAX,
): Promise<ReadonlyMap<string, FeedHealth['pictures']>> {
  const { rows } = await sql<FeedHealth['pictures'] & { wall: string }>`
    with wanted as (${withRoom(max)}),
    pictures as (
      select o.wall, s.hash is not null as shown, case when s.url is null and w.url is null then 'full' else s.fault end as fault
      from feed_offers o
        left join offer_picture_sources s on s.url = o.icon_url
        left join wanted w on w.url = o.icon_url
      where o.left_at is null and o.icon_url is not null
    )
    select wall, count(*) filter (where shown)::integer as shown,
      count(*) filter (where not shown and fault is null)::integer as waiting,
      (select coalesce(json_agg(json_build_object('fault', f.fault, 'offers', f.offers) order by f.offers desc, f.fault), '[]')
        from (select fault, count(*)::integer as offers from pictures p
          where p.wall = w.wall and fault is not null group by fault) f) as faults
    from pictures w group by wall`.execute(database);
  return new Map(rows.map(({ wall, ...pictures }) => [wall, pictures]));
}
