import { z } from 'zod';
import { CAPTCHA_ACTIONS } from './captcha.values.ts';
import { endpoint } from './endpoint.ts';

export const captchaChallenge = endpoint({
  method: 'GET',
  path: '/api/captcha/challenge',
  access: 'member',
  limit: 'captcha_member',
  summary: 'What the widget of the captcha works with, for one action of this member',
  query: z.object({ action: z.enum(CAPTCHA_ACTIONS).default('redemption') }),
  output: z.record(z.string(), z.unknown()),
});

export const verifyCaptcha = endpoint({
  method: 'POST',
  path: '/api/verify-captcha',
  access: 'member',
  limit: 'captcha_member',
  summary: 'Exchanges a solved captcha for one use of its action within two minutes',
  body: z.object({ token: z.string().min(1).max(10_000) }),
  output: z.object({ verified: z.literal(true) }),
  errors: [
    'captcha_required',
    'captcha_invalid',
    'captcha_expired',
    'captcha_duplicate',
    'captcha_unavailable',
  ],
});
