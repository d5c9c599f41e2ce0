import * as contract from '#contract/reviews.ts';
import {
  answerReview,
  askMember,
  assignReview,
  decideReview,
  endRedemption,
  listReviews,
} from '#domain/redemption/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** Redemptions under review. */
export const reviewRoutes = ({ database }: Services): Route[] => [
  implement(contract.reviews).with((_, { member }) => listReviews(database, member.id)),
  implement(contract.assignReview).asStaff(async (tx, { params, body }, { member }) => {
    await assignReview(tx, { redemptionId: params.id, adminId: member.id, taken: body.taken });
    return recorded('redemption', params.id, { after: { taken: body.taken } });
  }),
  implement(contract.askMember).asStaff(async (tx, { params, body }, { member }) => {
    await askMember(tx, { redemptionId: params.id, adminId: member.id, text: body.text });
    return recorded('redemption', params.id, { after: { asked: true } });
  }),
  implement(contract.decideReview).asStaff(async (tx, { params, body }, { member }) => {
    const { decision } = body;
    const { owedPoints } = await decideReview(tx, { ...body, redemptionId: params.id, adminId: member.id });
    const after = owedPoints > 0 ? { decision, owedPoints } : { decision };
    return recorded('redemption', params.id, { before: { decision: null }, after });
  }),
  implement(contract.endRedemption).asStaff(async (tx, { params, body }, { member }) => {
    await endRedemption(tx, { ...body, redemptionId: params.id, adminId: member.id });
    return recorded('redemption', params.id, { after: { ended: true } });
  }),
  implement(contract.answerReview).inTransaction(async (tx, { params, body }, { member }) => {
    await answerReview(tx, { redemptionId: params.id, memberId: member.id, text: body.text });
    return {};
  }),
];
