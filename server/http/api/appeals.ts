import * as contract from '#contract/appeals.ts';
import { assigneeOf, dueAt } from '#domain/common/assignment.ts';
import {
  appealPause,
  appealSuspension,
  assignAppeal,
  decideAppeal,
  listAppeals,
  readAppealToken,
} from '#domain/trust/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** Appeals of paused and suspended members, and the decisions. */
export function appealRoutes({ database, accounts }: Services): Route[] {
  return [
    implement(contract.appeal).inTransaction(async (tx, { body }, { member }) => {
      const since = body.since === undefined ? undefined : new Date(body.since);
      await appealPause(tx, member.id, { text: body.text, since });
      return {};
    }),
    implement(contract.appealSuspension).inTransaction(async (tx, { body }) => {
      await appealSuspension(tx, readAppealToken(accounts.appealKey, body.token), body.text);
      return {};
    }),
    implement(contract.appeals).with(async (_, { member }) =>
      (await listAppeals(database)).map((appeal) => ({
        ...appeal,
        dueAt: dueAt(appeal.createdAt),
        owner: assigneeOf(appeal, member.id),
      })),
    ),
    implement(contract.decideAppeal).asStaff(async (tx, { params, body }, { member }) => {
      const { userId } = await decideAppeal(tx, { appealId: params.id, ...body, adminId: member.id });
      const text = { memberId: userId, words: body.answer };
      return recorded('appeal', params.id, { after: { decision: body.decision }, text });
    }),
    implement(contract.assignAppeal).asStaff(async (tx, { params, body }, { member }) => {
      await assignAppeal(tx, { appealId: params.id, adminId: member.id, taken: body.taken });
      return recorded('appeal', params.id, { after: { taken: body.taken } });
    }),
  ];
}
