import * as contract from '#contract/offers.ts';
import {
  addFavourite,
  deviceKindOf,
  listOffers,
  openWalls,
  removeFavourite,
  showOffer,
  startedOffers,
  startOffer,
} from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Offers of the walls' catalogues, for members. */
export function offerRoutes({ database, transact, walls, wallPauses, countryOf }: Services): Route[] {
  const open = async () => openWalls(walls, await wallPauses());
  return [
    implement(contract.offers).with(async ({ query }, { member, ip }) =>
      listOffers(database, await open(), query, { memberId: member.id, country: countryOf(ip) }),
    ),
    implement(contract.startedOffers).with(({ query }, { member }) =>
      startedOffers(database, walls, member.id, query.before),
    ),
    implement(contract.offer).with(async ({ params }, { member, ip }) =>
      showOffer(database, await open(), params, { memberId: member.id, country: countryOf(ip) }),
    ),
    implement(contract.addFavourite).inTransaction(async (tx, { params }, { member }) => {
      await addFavourite(tx, { memberId: member.id, ...params });
      return {};
    }),
    implement(contract.removeFavourite).inTransaction(async (tx, { params }, { member }) => {
      await removeFavourite(tx, { memberId: member.id, ...params });
      return {};
    }),
    implement(contract.startOffer).with(async ({ params, body }, { member, ip, userAgent }) => {
      // Before the transaction: what is kept may have to be read, by another connection.
      const shown = await open();
      const from = { country: countryOf(ip), device: body.device ?? deviceKindOf(userAgent) };
      const { seen } = body;
      return transact((tx) => startOffer(tx, shown, { ...params, memberId: member.id, from, seen }));
    }),
  ];
}
