export type { CaptchaVerdict, CaptchaVerifier } from './captcha.ts';
export {
  challengeCaptcha,
  consumeCaptchaGrant,
  grantCaptcha,
  pruneCaptcha,
  spendCaptcha,
} from './captcha-grant.ts';
export { type Attempt, type LimitName, type Limits, openLimits } from './limits.ts';
export { networkOf } from './network.ts';
export { pruneLimits } from './prune-limits.ts';
