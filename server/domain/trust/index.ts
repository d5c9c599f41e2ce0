export {
  type Appeal,
  type AppealKind,
  appealPause,
  decideAppeal,
  listAppeals,
  takeAppeal,
} from './appeal.ts';
export type { CaptchaVerdict, CaptchaVerifier } from './captcha.ts';
export {
  challengeCaptcha,
  consumeCaptchaGrant,
  grantCaptcha,
  spendCaptcha,
} from './captcha-grant.ts';
export {
  lockMailbox,
  type Mailbox,
  mailboxOf,
  meetAgain,
  recordDeparture,
  rememberMailbox,
} from './departures.ts';
export { type Attempt, isOver, type LimitName, type Limits, openLimits } from './limits.ts';
export { blockOf, networkOf, siteOf } from './network.ts';
export { requireOwner } from './owner.ts';
export { pauseMember, resumeMember } from './pause.ts';
export {
  checkParameters,
  judge,
  RISK_RULES,
  type RiskFacts,
  type RiskSubject,
  type RuleSetting,
  readFacts,
  readRules,
  saveRule,
} from './risk/index.ts';
export { type Regions, watchMembers, watchSignUp } from './signals.ts';
export {
  appealSuspension,
  beginSuspension,
  endSuspension,
  readAppealToken,
  readSuspension,
  suspendedRefusal,
} from './suspension.ts';
