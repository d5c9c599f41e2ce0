import * as contract from '#contract/awards.ts';
import { listAwards, requestAward } from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { oneRequestId } from '#server/http/frame/request-id.ts';

/** Cash that admins give. */
export const awardRoutes = (services: Services): Route[] => [
  implement(contract.giveAward).asStaff(async (tx, { params, body }, { member, byKey, header }) => {
    const requestId = oneRequestId(body.requestId, header('idempotency-key'));
    const { cardTier, reason } = body;
    const asking = { adminId: member.id, byKey };
    const request = { ...asking, memberId: params.userId, requestId, cardTier, reason };
    const { id, standing, amountUsd } = await requestAward(tx, request, services);
    const after = { awardId: id, cardTier, amountUsd, standing };
    return {
      output: { id, standing },
      evidence: { subject: { kind: 'member', id: params.userId }, after },
    };
  }),
  implement(contract.awards).with(async () =>
    (await listAwards(services.database)).map((award) => ({
      ...award,
      cardTier: award.cardTier as contract.Award['cardTier'],
    })),
  ),
];
