import * as contract from '#contract/risk-rules.ts';
import { tryRules } from '#domain/redemption/index.ts';
import { checkParameters, RISK_RULES, type RuleSetting, readRules, saveRule } from '#domain/trust/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route, recorded } from '#server/http/frame/implement.ts';

/** The rules that put redemptions under review. */
export const riskRuleRoutes = ({ database }: Services): Route[] => [
  implement(contract.riskRules).with(async () => (await readRules(database)).map(shown)),
  implement(contract.changeRiskRule).asStaff(async (tx, { params, body }, { member }) => {
    const { before, after } = await saveRule(tx, params.id, body, member.id);
    return recorded('risk_rule', params.id, { before: set(before), after: set(after) });
  }),
  implement(contract.tryRiskRules).with(async ({ query: { days, rule, parameters } }) => {
    const rules = await readRules(database);
    if (!rule || !parameters) return tryRules(database, rules, days);
    checkParameters({ id: rule, parameters });
    const changed = rules.map((setting) => (setting.id === rule ? { ...setting, parameters } : setting));
    return tryRules(database, changed, days);
  }),
];

/** What can be set of a rule. */
const set = ({ enabled, parameters }: RuleSetting) => ({ enabled, parameters });

function shown({ id, enabled, parameters }: RuleSetting): contract.RiskRule {
  const entries = Object.entries(RISK_RULES[id].parameters).map(([name, bounds]) => [
    name,
    { value: parameters[name] ?? bounds.fallback, ...bounds },
  ]);
  return { id, enabled, parameters: Object.fromEntries(entries) };
}
