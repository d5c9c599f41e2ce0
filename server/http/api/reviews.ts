import * as contract from '#contract/risk.ts';
import type { Database } from '#database/client.ts';
import {
  answerReview,
  askMember,
  decideReview,
  endStopped,
  listReviews,
  takeReview,
  tryRules,
} from '#domain/redemption/index.ts';
import { checkParameters, RISK_RULES, type RuleSetting, readRules, saveRule } from '#domain/trust/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** Redemptions under review, and the rules that put them there. */
export function riskRoutes({ database }: { database: Database }): Route[] {
  return [
    implement(contract.reviews).with((_, { member }) => listReviews(database, member.id)),
    implement(contract.takeReview).asStaff(async (tx, { params, body }, { member }) => {
      await takeReview(tx, { redemptionId: params.id, adminId: member.id, taken: body.taken });
      return { output: {}, evidence: { subject: subjectOf(params.id), after: { taken: body.taken } } };
    }),
    implement(contract.askMember).asStaff(async (tx, { params, body }, { member }) => {
      await askMember(tx, { redemptionId: params.id, adminId: member.id, text: body.text });
      return { output: {}, evidence: { subject: subjectOf(params.id), after: { asked: true } } };
    }),
    implement(contract.decideReview).asStaff(async (tx, { params, body }, { member }) => {
      await decideReview(tx, { ...body, redemptionId: params.id, adminId: member.id });
      const change = { before: { decision: null }, after: { decision: body.decision } };
      return { output: {}, evidence: { subject: subjectOf(params.id), ...change } };
    }),
    implement(contract.endRedemption).asStaff(async (tx, { params, body }, { member }) => {
      await endStopped(tx, { ...body, redemptionId: params.id, adminId: member.id });
      return { output: {}, evidence: { subject: subjectOf(params.id), after: { ended: true } } };
    }),
    implement(contract.answerReview).inTransaction(async (tx, { params, body }, { member }) => {
      await answerReview(tx, { redemptionId: params.id, memberId: member.id, text: body.text });
      return {};
    }),
    implement(contract.riskRules).with(async () => (await readRules(database)).map(shown)),
    implement(contract.changeRiskRule).asStaff(async (tx, { params, body }, { member }) => {
      const { id: _, ...before } = await saveRule(tx, { id: params.id, ...body }, member.id);
      const subject = { kind: 'risk_rule', id: params.id };
      return { output: {}, evidence: { subject, before, after: body } };
    }),
    implement(contract.tryRiskRules).with(async ({ query: { days, rule, parameters } }) => {
      const rules = await readRules(database);
      if (!rule || !parameters) return tryRules(database, rules, days);
      checkParameters({ id: rule, parameters });
      const changed = rules.map((setting) => (setting.id === rule ? { ...setting, parameters } : setting));
      return tryRules(database, changed, days);
    }),
  ];
}

const subjectOf = (id: string) => ({ kind: 'redemption', id });

function shown({ id, enabled, parameters }: RuleSetting): contract.RiskRule {
  const entries = Object.entries(RISK_RULES[id].parameters).map(([name, bounds]) => [
    name,
    { value: parameters[name] ?? bounds.fallback, ...bounds },
  ]);
  return { id, enabled, parameters: Object.fromEntries(entries) };
}
