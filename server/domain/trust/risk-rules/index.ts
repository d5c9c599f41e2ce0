export { type RiskSubject, readFacts } from './facts.ts';
export { judge, RISK_RULES, type RuleSetting } from './rules.ts';
export { checkParameters, readRules, saveRule } from './settings.ts';
