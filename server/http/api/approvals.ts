import * as contract from '#contract/money.ts';
import type { Database } from '#database/client.ts';
import {
  type AwardSettings,
  adjustPoints,
  decideApproval,
  listApprovals,
  requestAward,
} from '#domain/administration/index.ts';
import { listAwards } from '#domain/redemption/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';
import { oneRequestId } from '#server/http/frame/request-id.ts';

export interface MoneyOptions extends AwardSettings {
  database: Database;
  thresholdPoints: number;
}

/** Cash and points that admins give by hand, and the second admin's queue. */
export function moneyRoutes(options: MoneyOptions): Route[] {
  const { database, twoPeople } = options;
  return [
    implement(contract.giveAward).asStaff(async (tx, { params, body }, { member, byKey, header }) => {
      const requestId = oneRequestId(body.requestId, header('idempotency-key'));
      const { cardTier, reason } = body;
      const asking = { adminId: member.id, byKey };
      const request = { ...asking, memberId: params.userId, requestId, cardTier, reason };
      const { id, standing, amountUsd } = await requestAward(tx, request, options);
      const after = { awardId: id, cardTier, amountUsd, standing };
      return {
        output: { id, standing },
        evidence: { subject: { kind: 'member', id: params.userId }, after },
      };
    }),
    implement(contract.awards).with(async () =>
      (await listAwards(database)).map(({ amountUsd, createdAt, cardTier, ...award }) => ({
        ...award,
        cardTier: cardTier as contract.Award['cardTier'],
        amountUSD: amountUsd,
        createdAt: createdAt.toISOString(),
      })),
    ),
    implement(contract.adjustPoints).asStaff(async (tx, { params, body }, { member, byKey, header }) => {
      const requestId = oneRequestId(body.requestId, header('idempotency-key'));
      const request = { ...body, requestId, memberId: params.id, adminId: member.id, byKey };
      const { id, standing } = await adjustPoints(tx, request, twoPeople);
      const after = { adjustmentId: id, points: body.points, standing };
      return {
        output: { id, standing },
        evidence: { subject: { kind: 'member', id: params.id }, after, reason: body.reasonCode },
      };
    }),
    implement(contract.approvals).with((_, { member }) =>
      listApprovals(database, member.id, twoPeople.coolingHours),
    ),
    implement(contract.decideApproval).asStaff(async (tx, { params, body }, { member }) => {
      const decision = { ...body, approvalId: params.id, adminId: member.id };
      const { kind, subjectId, userId } = await decideApproval(tx, decision, options);
      const after = { approvalId: params.id, decision: body.decision, kind, subjectId };
      const subject = userId ? { kind: 'member', id: userId } : { kind, id: subjectId };
      return {
        output: {},
        evidence: { subject, before: { decision: null }, after },
      };
    }),
  ];
}
