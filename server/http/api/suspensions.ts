import * as contract from '#contract/suspensions.ts';
import { liftSuspension, suspendMember } from '#domain/members/index.ts';
import { pauseMember, resumeMember } from '#domain/trust/index.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** Pauses and suspensions of members. */
export const suspensionRoutes = (): Route[] => [
  implement(contract.suspendMember).asStaff(async (tx, { params, body }, { member }) => {
    await suspendMember(tx, { userId: params.id, ...sanctionOf(body), adminId: member.id });
    const text = { memberId: params.id, words: body.text };
    return recorded('member', params.id, { after: { suspended: body.reason }, text });
  }),
  implement(contract.liftSuspension).asStaff(async (tx, { params, query }, { member }) => {
    await liftSuspension(tx, { userId: params.id, adminId: member.id, since: seen(query.since) });
    return recorded('member', params.id, { after: { suspended: null } });
  }),
  implement(contract.pauseMember).asStaff(async (tx, { params, body }, { member }) => {
    await pauseMember(tx, { userId: params.id, ...sanctionOf(body), adminId: member.id });
    const text = { memberId: params.id, words: body.text };
    return recorded('member', params.id, { after: { paused: body.reason }, text });
  }),
  implement(contract.resumeMember).asStaff(async (tx, { params, query }, { member }) => {
    await resumeMember(tx, { userId: params.id, adminId: member.id, since: seen(query.since) });
    return recorded('member', params.id, { after: { paused: null } });
  }),
];

const seen = (since: string | undefined) => (since === undefined ? undefined : new Date(since));

const sanctionOf = <Given extends { replaces?: string | null | undefined }>({
  replaces,
  ...given
}: Given) => ({
  ...given,
  replaces: replaces === null ? null : seen(replaces),
});
