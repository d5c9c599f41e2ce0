import { sql } from 'kysely';
import type { Input, Output } from '#contract/endpoint.ts';
import type { FeedHealth, feedOffers } from '#contract/feeds.ts';
import { FEED_PAGE } from '#contract/feeds.values.ts';
import type { Domain } from '#contract/wire.ts';
import type { Database } from '#database/client.ts';
import { picturesByWall } from '#domain/earning/pictures/pictures-by-wall.ts';
import type { WallWithFeed } from './pull-feeds.ts';

type Health = Domain<FeedHealth>;
type StateRow = Omit<Health, 'title' | 'everyMinutes' | 'pictures'>;

/** How the catalogues of these walls fare, in their order; one that was never pulled is there too. */
export async function feedsHealth(database: Database, walls: readonly WallWithFeed[]): Promise<Health[]> {
  const { rows } = await sql<StateRow>`
    select f.wall, f.pulled_at, f.tried_at, f.next_at, f.fault, f.fault_status, f.failures, f.added, f.changed, f.gone,
      f.returned, f.left_out,
      (select coalesce(sum(r.paid_less), 0)::integer from offer_results r where r.wall = f.wall) as paid_less,
      (select count(*)::integer from feed_offers o where o.wall = f.wall and o.left_at is null) as offers,
      (select count(*)::integer from feed_goals g join feed_offers o using (wall, offer_id)
        where o.wall = f.wall and o.left_at is null) as goals
    from feeds f`.execute(database);
  const pictures = await picturesByWall(database);
  return walls.map(({ definition, feed }) => ({
    ...(rows.find(({ wall }) => wall === definition.id) ?? NEVER_PULLED),
    wall: definition.id,
    title: definition.title,
    everyMinutes: feed.definition.everyMinutes,
    pictures: pictures.get(definition.id) ?? { shown: 0, waiting: 0, faults: [] },
  }));
}

const NEVER_PULLED: Omit<StateRow, 'wall'> = {
  pulledAt: null,
  triedAt: null,
  nextAt: null,
  fault: null,
  faultStatus: null,
  failures: 0,
  offers: 0,
  goals: 0,
  added: 0,
  changed: 0,
  gone: 0,
  returned: 0,
  paidLess: 0,
  leftOut: [],
};

/** A page of a wall's offers with their goals, by title. */
export async function listFeedOffers(
  database: Database,
  wall: string,
  { standing, search, after }: Input<typeof feedOffers>['query'],
): Promise<Domain<Output<typeof feedOffers>>> {
  const { rows } = await sql<Domain<Output<typeof feedOffers>>[number]>`
    select offer_id as id, revision, title, description, categories, countries, devices, total_points, first_seen_at,
      changed_at, left_at, hidden, featured = 1 as featured,
      only_countries is not null or new_member_days is not null as limited,
      (select json_agg(json_build_object('goalId', g.goal_id, 'name', g.name, 'points', g.points, 'paid', g.paid,
          'purchase', g.purchase, 'repeatable', g.repeatable, 'deadlineSeconds', g.deadline_seconds) order by g.place)
        from feed_goals g where g.wall = o.wall and g.offer_id = o.offer_id) as goals
    from feed_offers o
    where wall = ${wall} and (left_at is not null) = ${standing === 'left'}
      and (${search || null}::text is null or offer_id = ${search ?? ''} or title ilike ${like(search ?? '')})
      and (${after || null}::text is null or (title, offer_id) >
        (select last.title, last.offer_id from feed_offers last where last.wall = ${wall} and last.offer_id = ${after ?? ''}))
    order by title, offer_id limit ${FEED_PAGE}`.execute(database);
  return rows;
}

/** Finds the text anywhere, taken literally. */
const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
