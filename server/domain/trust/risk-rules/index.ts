export { type RiskSubject, readFacts } from './facts.ts';
export { judge, RISK_RULES, type RiskFacts, type RuleSetting } from './rules.ts';
export { type ChangedRule, checkParameters, readRules, saveRule, settingsOf } from './settings.ts';
