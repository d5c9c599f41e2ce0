import * as contract from '#contract/captcha.ts';
import { grantCaptcha } from '#domain/trust/index.ts';
import type { Services } from '#server/compose/services.ts';
import { implement, type Route } from '#server/http/frame/implement.ts';

/** The security check of members. */
export const captchaRoutes = (services: Services): Route[] => [
  implement(contract.captchaChallenge).with(({ query }, { member }) =>
    services.captcha.challenge(query.action, member.id),
  ),
  implement(contract.verifyCaptcha).with(async ({ body }, { member, ip }) => {
    await grantCaptcha(services, { token: body.token, memberId: member.id, ip });
    return { verified: true as const };
  }),
];
