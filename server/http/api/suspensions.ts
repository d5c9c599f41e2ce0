import * as contract from '#contract/trust.ts';
import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import { dueAt, ownerOf } from '#domain/common/assignment.ts';
import { liftSuspension, suspendMember } from '#domain/members/index.ts';
import {
  appealPause,
  appealSuspension,
  decideAppeal,
  type Limits,
  listAppeals,
  pauseMember,
  readAppealToken,
  resumeMember,
} from '#domain/trust/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export interface TrustOptions {
  database: Database;
  transact: Transact;
  limits: Limits;
  /** Signs the tokens with which suspended members answer. */
  appealKey: Buffer;
}

/** Pauses of redemptions, suspensions, and what members answer to them. */
export function trustRoutes({ database, transact, limits, appealKey }: TrustOptions): Route[] {
  return [
    implement(contract.appeal).with(async ({ body }, { member }) => {
      await limits.take(['appeal_user', member.id]);
      await transact((tx) => appealPause(tx, member.id, body.text));
      return {};
    }),
    implement(contract.appealSuspension).with(async ({ body }, { ip }) => {
      await limits.take(['appeal_ip', ip]);
      const subject = readAppealToken(appealKey, body.token);
      await transact((tx) => appealSuspension(tx, subject, body.text));
      return {};
    }),
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
    implement(contract.appeals).with(async (_, { member }) =>
      (await listAppeals(database)).map((appeal) => ({
        ...appeal,
        pausedAt: appeal.pausedAt.toISOString(),
        createdAt: appeal.createdAt.toISOString(),
        dueAt: dueAt(appeal.createdAt),
        owner: ownerOf(appeal, member.id),
      })),
    ),
    implement(contract.decideAppeal).asStaff(async (tx, { params, body }, { member }) => {
      const { userId } = await decideAppeal(tx, { appealId: params.id, ...body, adminId: member.id });
      const subject = { kind: 'appeal', id: params.id };
      const text = { memberId: userId, words: body.answer };
      return { output: {}, evidence: { subject, after: { decision: body.decision }, text } };
    }),
  ];
}
