import * as contract from '#contract/feeds.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { feedsHealth, hasFeed, listFeedOffers } from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Catalogues of walls, for staff. */
export function feedRoutes({ database, walls }: Services): Route[] {
  const fed = walls.filter(hasFeed);
  return [
    implement(contract.feeds).with(() => feedsHealth(database, fed)),
    implement(contract.feedOffers).with(({ params, query }) => {
      if (!fed.some(({ definition }) => definition.id === params.wall)) throw new Refusal('not_found');
      return listFeedOffers(database, params.wall, query);
    }),
  ];
}
