import type { CaptchaVerifier } from '#domain/trust/index.ts';
import { siteverifyCaptcha, type Vendor, type VendorSettings } from './siteverify.ts';

/** Where its widget and the widget's frame come from (https://developers.cloudflare.com/turnstile/reference/content-security-policy/). */
export const TURNSTILE_ORIGINS = ['https://challenges.cloudflare.com'];

/** Codes of https://developers.cloudflare.com/turnstile/get-started/server-side-validation/#error-codes. */
const FAULTS: Vendor['faults'] = {
  'missing-input-secret': 'misconfigured',
  'invalid-input-secret': 'misconfigured',
  'bad-request': 'misconfigured',
  'missing-input-response': 'missing',
  'invalid-input-response': 'invalid',
  // The vendor does not tell the two apart, and the member is asked for the same.
  'timeout-or-duplicate': 'expired',
  'internal-error': 'unavailable',
};
const TEST_SECRET = /^[123]x0+A{2}$/;

/**
 * Cloudflare Turnstile. It repeats the action and the ticket's id, which the widget was given as `cData`. Its test secrets
 * repeat neither, and name a host that is not ours.
 */
export function turnstile(settings: VendorSettings): CaptchaVerifier {
  const isTest = TEST_SECRET.test(settings.secret);
  return siteverifyCaptcha(
    {
      name: 'turnstile',
      lifetimeMs: 5 * 60_000,
      faults: FAULTS,
      matches: ({ hostname, action, cdata }, ticket) =>
        isTest || (hostname === settings.hostname && action === ticket.action && cdata === ticket.id),
    },
    settings,
  );
}
