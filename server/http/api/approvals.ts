import * as contract from '#contract/approvals.ts';
import { adjustPoints, decideApproval, listApprovals } from '#domain/administration/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';
import { oneRequestId } from '#server/http/frame/request-id.ts';

/** Points that admins give or take, and the queue of second approvals. */
export function approvalRoutes(services: Services): Route[] {
  const { database, twoPeople } = services;
  return [
    implement(contract.adjustPoints).asStaff(async (tx, { params, body }, { member, byKey, header }) => {
      const requestId = oneRequestId(body.requestId, header('idempotency-key'));
      const request = { ...body, requestId, memberId: params.id, adminId: member.id, byKey };
      const { id, standing } = await adjustPoints(tx, request, twoPeople);
      const after = { adjustmentId: id, points: body.points, standing };
      return recorded('member', params.id, { after, reason: body.reasonCode }, { id, standing });
    }),
    implement(contract.approvals).with((_, { member }) =>
      listApprovals(database, member.id, twoPeople.coolingHours),
    ),
    implement(contract.decideApproval).asStaff(async (tx, { params, body }, { member }) => {
      const decision = { ...body, approvalId: params.id, adminId: member.id };
      const { kind, subjectId, userId } = await decideApproval(tx, decision, services);
      const after = { approvalId: params.id, decision: body.decision, kind, subjectId };
      const evidence = { before: { decision: null }, after };
      return userId ? recorded('member', userId, evidence) : recorded(kind, subjectId, evidence);
    }),
  ];
}
