import * as contract from '#contract/offers.ts';
import {
  deviceKindOf,
  listOffers,
  openWalls,
  showOffer,
  startedOffers,
  startOffer,
} from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Offers of the walls' catalogues, for members. */
export function offerRoutes({ database, walls, wallPauses, countryOf }: Services): Route[] {
  const open = async () => openWalls(walls, await wallPauses());
  return [
    implement(contract.offers).with(async ({ query }, { ip }) =>
      listOffers(database, await open(), query, countryOf(ip)),
    ),
    implement(contract.startedOffers).with(({ query }, { member }) =>
      startedOffers(database, walls, member.id, query.before),
    ),
    implement(contract.offer).with(async ({ params }, { ip }) =>
      showOffer(database, await open(), params, countryOf(ip)),
    ),
    implement(contract.startOffer).inTransaction(async (tx, { params, body }, { member, ip, userAgent }) =>
      startOffer(tx, await open(), {
        ...params,
        memberId: member.id,
        from: { country: countryOf(ip), device: body.device ?? deviceKindOf(userAgent) },
      }),
    ),
  ];
}
