export type { CaptchaVerdict, CaptchaVerifier } from './captcha.ts';
export { consumeCaptchaGrant, grantCaptcha, pruneCaptcha } from './captcha-grant.ts';
