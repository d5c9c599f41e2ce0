import * as contract from '#contract/awards.ts';
import { listAwards, requestAward } from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';
import { oneRequestId } from '#server/http/frame/request-id.ts';

/** Cash that admins give. */
export const awardRoutes = (services: Services): Route[] => [
  implement(contract.giveAward).asStaff(async (tx, { params, body }, { member, byKey, header }) => {
    const requestId = oneRequestId(body.requestId, header('idempotency-key'));
    const { cardTier, reason } = body;
    const { userId: memberId } = params;
    const request = { memberId, requestId, cardTier, reason, adminId: member.id, byKey };
    const { id, standing, amountCents } = await requestAward(tx, request, services);
    const after = { awardId: id, cardTier, amountCents, standing };
    return recorded('member', memberId, { after }, { id, standing });
  }),
  implement(contract.awards).with(async () =>
    (await listAwards(services.database)).map((award) => ({
      ...award,
      cardTier: award.cardTier as contract.Award['cardTier'],
    })),
  ),
];
