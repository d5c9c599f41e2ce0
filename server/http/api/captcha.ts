import * as contract from '#contract/captcha.ts';
import type { Transact } from '#database/transaction.ts';
import { type CaptchaVerifier, challengeCaptcha, grantCaptcha, type Limits } from '#domain/trust/index.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

export interface CaptchaOptions {
  transact: Transact;
  captcha: CaptchaVerifier;
  limits: Limits;
}

/** The security check of members. */
export const captchaRoutes = (options: CaptchaOptions): Route[] => [
  implement(contract.captchaChallenge).with(({ query }, { member }) =>
    challengeCaptcha(options, query.action, member.id),
  ),
  implement(contract.verifyCaptcha).with(async ({ body }, { member, ip }) => {
    await grantCaptcha(options, { token: body.token, memberId: member.id, ip });
    return { verified: true as const };
  }),
];
