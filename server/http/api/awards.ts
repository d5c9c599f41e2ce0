import * as contract from '#contract/awards.ts';
import { listAwards, requestAward } from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';
import { oneRequestId } from '#server/http/frame/request-id.ts';

/** Cash that admins give. */
export const awardRoutes = (services: Services): Route[] => [
  implement(contract.giveAward).asStaff(async (tx, { params, body }, { member, byKey, header }) => {
    const asked = body.requestId ?? header('idempotency-key');
    const requestId =
      asked === undefined ? undefined : oneRequestId(body.requestId, header('idempotency-key'));
    const { cardTier, reason = null } = body;
    const { userId: memberId } = params;
    const request = { memberId, requestId, cardTier, reason, adminId: member.id, byKey };
    const { id, standing, amountCents } = await requestAward(tx, request, services);
    const defaults = [
      ...(body.reason === undefined ? ['reason'] : []),
      ...(requestId === undefined ? ['requestId'] : []),
    ];
    const after = {
      awardId: id,
      cardTier,
      amountCents,
      standing,
      ...(defaults.length > 0 ? { defaults } : {}),
    };
    return recorded('member', memberId, { after }, { id, standing });
  }),
  implement(contract.awards).with(async () =>
    (await listAwards(services.database)).map((award) => ({
      ...award,
      cardTier: award.cardTier as contract.Award['cardTier'],
    })),
  ),
];
