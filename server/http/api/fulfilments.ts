import * as contract from '#contract/fulfilments.ts';
import {
  assignFulfilment,
  fulfilByHand,
  listFulfilments,
  refuseFulfilment,
  releaseFulfilment,
} from '#domain/redemption/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** The queue of redemptions that wait for a person. */
export function fulfilmentRoutes({ database, rewardKeys, serving }: Services): Route[] {
  return [
    implement(contract.fulfilments).with((_, { member }) => listFulfilments(database, member.id, serving)),
    implement(contract.assignFulfilment).asStaff(async (tx, { params }, { member }) => {
      const output = await assignFulfilment(tx, params.id, member.id, serving);
      return recorded('redemption', params.id, { after: { owner: member.id } }, output);
    }),
    implement(contract.releaseFulfilment).asStaff(async (tx, { params }, { member }) => {
      const output = await releaseFulfilment(tx, params.id, member.id, serving);
      return recorded('redemption', params.id, { after: { owner: null } }, output);
    }),
    implement(contract.fulfilByHand).asStaff(async (tx, { params, body }, { member }) => {
      const by = { redemptionId: params.id, adminId: member.id, owedPoints: body.owedPoints };
      const { owedPoints } = await fulfilByHand(tx, by, body, rewardKeys);
      // The reward's code is worth money and stays out of the trail.
      const given = { decision: 'fulfilled', kind: body.kind, expiresOn: body.expiresOn };
      const after = owedPoints > 0 ? { ...given, owedPoints } : given;
      return recorded('redemption', params.id, { after });
    }),
    implement(contract.refuseFulfilment).asStaff(async (tx, { params, body }, { member }) => {
      await refuseFulfilment(tx, { redemptionId: params.id, adminId: member.id }, body.reason);
      return recorded('redemption', params.id, { after: { decision: 'refused' } });
    }),
  ];
}
