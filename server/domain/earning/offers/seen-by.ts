import { type RawBuilder, sql } from 'kysely';
import type { FeedDevice } from '#contract/feeds.values.ts';
import { hasFeed, type WallWithFeed } from '#domain/earning/feeds/pull-feeds.ts';
import type { WallPause } from '#domain/earning/monitoring/pauses.ts';
import type { ConfiguredWall } from '#domain/earning/wall-format/definition.ts';

/** From where a member looks; undefined: not known, which is never refused, as with rewards. */
export interface Place {
  /** ISO 3166-1 alpha-2. */
  country: string | undefined;
  device: FeedDevice | undefined;
}

/** The walls whose offers members may see now. */
export function openWalls(walls: readonly ConfiguredWall[], pauses: readonly WallPause[]): WallWithFeed[] {
  const paused = new Set(pauses.map(({ wall }) => wall));
  return walls.filter(hasFeed).filter(({ definition }) => !paused.has(definition.id));
}

/** The condition that an offer of `feed_offers` is there and can be done from the place. */
export const seenFrom = ({ country, device }: Place): RawBuilder<boolean> => sql<boolean>`(left_at is null
  and (countries is null or ${country ?? null}::text is null or countries @> array[${country ?? ''}]::text[])
  and (devices is null or ${device ?? null}::text is null or devices @> array[${device ?? ''}]::text[]))`;

/** Who looks, and from where. */
export interface Viewer extends Pick<Place, 'country'> {
  memberId: string;
}

/** The condition that an offer `o` of `feed_offers` can still be started, by what its company says. */
export const NOT_ENDED = sql<boolean>`(o.ends_at is null or o.ends_at > now())`;

/** The condition that neither its end nor a rule of staff keeps an offer `o` of `feed_offers` from the member. */
export const shownTo = ({ country, memberId }: Viewer): RawBuilder<boolean> => sql<boolean>`(not o.hidden
  and ${NOT_ENDED}
  and (o.only_countries is null or ${country ?? null}::text is null or o.only_countries @> array[${country ?? ''}]::text[])
  and (o.new_member_days is null
    or (select created_at from users where id = ${memberId}) > now() - make_interval(days => o.new_member_days)))`;

/** The condition that a click `c` of `offer_clicks` is the member's, on an offer `o`, and can still be credited. */
export const isOpenClick = (memberId: string): RawBuilder<boolean> => sql<boolean>`(c.user_id = ${memberId}
  and c.wall = o.wall and c.offer_id = o.offer_id and coalesce(c.expires_at, c.kept_until) > now())`;

/** The condition that the member has started an offer `o` and can still be credited: neither a rule nor its end takes it away then. */
export const isOpenTo = (memberId: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from offer_clicks c where ${isOpenClick(memberId)})`;
