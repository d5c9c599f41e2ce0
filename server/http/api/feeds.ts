import * as contract from '#contract/feeds.ts';
import { Refusal } from '#domain/common/refusal.ts';
import {
  decideCategory,
  feedsHealth,
  hasFeed,
  listCategories,
  listFeedOffers,
  listOfferResults,
} from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** Catalogues of walls, for staff. */
export function feedRoutes({ database, walls }: Services): Route[] {
  const fed = walls.filter(hasFeed);
  const known = (wall: string) => {
    if (!fed.some(({ definition }) => definition.id === wall)) throw new Refusal('not_found');
    return wall;
  };
  return [
    implement(contract.feeds).with(() => feedsHealth(database, fed)),
    implement(contract.feedOffers).with(({ params, query }) =>
      listFeedOffers(database, known(params.wall), query),
    ),
    implement(contract.feedCategories).with(({ params }) => listCategories(database, known(params.wall))),
    implement(contract.decideCategory).asStaff(async (tx, { params, body }) => {
      const wall = known(params.wall);
      const before = await decideCategory(tx, { wall, ...body });
      const of = (category: typeof before) => ({ word: body.word, category });
      return recorded('feed', wall, { before: of(before), after: of(body.category) }, {});
    }),
    implement(contract.offerResults).with(({ params, query }) =>
      listOfferResults(database, known(params.wall), query),
    ),
  ];
}
