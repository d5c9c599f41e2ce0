import * as contract from '#contract/offer-rules.ts';
import {
  addOfferRuleOf,
  hasFeed,
  listOfferRules,
  previewRule,
  removeOfferRuleOf,
} from '#domain/earning/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** What staff decide about offers. */
export const offerRuleRoutes = ({ database, walls }: Services): Route[] => [
  implement(contract.offerRules).with(() =>
    listOfferRules(
      database,
      walls.filter(hasFeed).map(({ definition }) => definition.id),
    ),
  ),
  implement(contract.previewOfferRule).with(({ query }) => previewRule(database, query)),
  implement(contract.addOfferRule).asStaff(async (tx, { body }, { member }) => {
    const { reason, ...after } = body;
    const endsAt = body.endsAt === null ? null : new Date(body.endsAt);
    const id = await addOfferRuleOf(tx, { ...body, endsAt }, member.id);
    return recorded('offer_rule', id, { after, reason }, { id });
  }),
  implement(contract.removeOfferRule).asStaff(async (tx, { params }) => {
    const { reason: _, ...before } = await removeOfferRuleOf(tx, params.id);
    return recorded('offer_rule', params.id, { before });
  }),
];
