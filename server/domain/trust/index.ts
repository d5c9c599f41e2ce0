export {
  type AppealOfPause,
  appealOfPause,
  appealPause,
  assignAppeal,
  decideAppeal,
  listAppeals,
} from './appeals/appeal.ts';
export type { CaptchaVerdict, CaptchaVerifier } from './captcha/captcha.ts';
export {
  consumeCaptchaGrant,
  grantCaptcha,
  spendCaptcha,
  usingGrants,
} from './captcha/captcha-grant.ts';
export {
  type Attempt,
  isOver,
  type Left,
  LIMITS,
  type LimitName,
  type Limits,
  openLimits,
  takeUnlessOver,
} from './limits/limits.ts';
export { blockOf, networkOf, siteOf } from './limits/network.ts';
export { requireOwner } from './require-owner.ts';
export {
  type ChangedRule,
  checkParameters,
  judge,
  RISK_RULES,
  type RiskFacts,
  type RiskSubject,
  type RuleSetting,
  readFacts,
  readRules,
  saveRule,
  settingsOf,
} from './risk-rules/index.ts';
export { deviceOf } from './signals/device.ts';
export { DEVICE_KEEP_DAYS, rememberDevice } from './signals/known-device.ts';
export { type Regions, watchMembers, watchSignUp } from './signals/signals.ts';
export {
  lockMailbox,
  type Mailbox,
  mailboxOf,
  meetAgain,
  owePast,
  payPastDebts,
  recordDeparture,
  rememberMailbox,
} from './suspensions/departures.ts';
export {
  didBefore,
  type FormerEarner,
  lockFormerEarner,
  lockFormerEarners,
} from './suspensions/former-earnings.ts';
export { pauseMember, resumeMember } from './suspensions/pause.ts';
export { proveDebts } from './suspensions/prove-debts.ts';
export { requireSeen, type Seen } from './suspensions/sanction.ts';
export {
  appealSuspension,
  beginSuspension,
  endSuspension,
  readAppealToken,
  readSuspension,
  type Suspension,
  suspendedRefusal,
} from './suspensions/suspension.ts';
