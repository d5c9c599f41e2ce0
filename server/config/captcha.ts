import { z } from 'zod';
import { CAPTCHA_PROVIDERS, type CaptchaProvider } from '#contract/captcha.values.ts';

/** The settings of the captcha: the vendor, and what each vendor needs. */

export type CaptchaConfig =
  | { provider: 'altcha' }
  | { provider: Exclude<CaptchaProvider, 'altcha'>; siteKey: string; secret: string; verifyUrl: string };

const VERIFY_URLS = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
};
/** Keys that the vendors publish for tests. They accept or refuse everyone. */
const TEST_KEYS = {
  hcaptcha: /^(0x0+|[123]0000000-ffff-ffff-ffff-0{11}\d)$/,
  turnstile: /^[123]x0+[ABF]{2}$/,
};

const text = z.string().optional();
/** Variables of the environment, for the schema of all settings. */
export const captchaVariables = {
  CAPTCHA: z.enum(CAPTCHA_PROVIDERS).default('altcha'),
  CAPTCHA_SITE_KEY: text,
  CAPTCHA_SECRET: text,
  CAPTCHA_VERIFY_URL: z.url({ protocol: /^https?$/ }).optional(),
};
type Variables = z.infer<z.ZodObject<typeof captchaVariables>>;

/** Reads the settings of the captcha and adds every fault to `faults`, one line each. */
export function readCaptchaConfig(
  variables: Variables,
  development: boolean,
  faults: string[],
): CaptchaConfig {
  const { CAPTCHA: provider, CAPTCHA_SITE_KEY: siteKey = '', CAPTCHA_SECRET: secret = '' } = variables;
  if (provider === 'altcha') {
    for (const name of ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL'] as const) {
      if (variables[name])
        faults.push(`${name}: set although CAPTCHA names no vendor (hcaptcha | turnstile)`);
    }
    return { provider };
  }
  const verifyUrl = variables.CAPTCHA_VERIFY_URL ?? VERIFY_URLS[provider];
  for (const [name, value] of [
    ['CAPTCHA_SITE_KEY', siteKey],
    ['CAPTCHA_SECRET', secret],
  ] as const) {
    if (!value) faults.push(`${name}: must be set for ${provider}`);
    else if (!development && TEST_KEYS[provider].test(value)) {
      faults.push(`${name}: a key for tests of ${provider} lets everyone through`);
    }
  }
  if (!development && verifyUrl.startsWith('http:'))
    faults.push('CAPTCHA_VERIFY_URL: must be https in production');
  return { provider, siteKey, secret, verifyUrl };
}
