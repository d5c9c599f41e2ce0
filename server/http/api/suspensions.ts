import * as contract from '#contract/suspensions.ts';
import { liftSuspension, suspendMember } from '#domain/members/index.ts';
import { pauseMember, resumeMember } from '#domain/trust/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Pauses of redemptions, and suspensions. */
export const suspensionRoutes = (): Route[] => [
  implement(contract.suspendMember).asStaff(async (tx, { params, body }, { member }) => {
    await suspendMember(tx, { userId: params.id, ...body, adminId: member.id });
    const evidence = { subject: { kind: 'member', id: params.id }, after: { suspended: body.reason } };
    return { output: {}, evidence: { ...evidence, text: { memberId: params.id, words: body.text } } };
  }),
  implement(contract.liftSuspension).asStaff(async (tx, { params }, { member }) => {
    await liftSuspension(tx, { userId: params.id, adminId: member.id });
    const subject = { kind: 'member', id: params.id };
    return { output: {}, evidence: { subject, after: { suspended: null } } };
  }),
  implement(contract.pauseMember).asStaff(async (tx, { params, body }, { member }) => {
    await pauseMember(tx, { userId: params.id, ...body, adminId: member.id });
    const evidence = { subject: { kind: 'member', id: params.id }, after: { paused: body.reason } };
    return { output: {}, evidence: { ...evidence, text: { memberId: params.id, words: body.text } } };
  }),
  implement(contract.resumeMember).asStaff(async (tx, { params }, { member }) => {
    await resumeMember(tx, { userId: params.id, adminId: member.id });
    const subject = { kind: 'member', id: params.id };
    return { output: {}, evidence: { subject, after: { paused: null } } };
  }),
];
