import type { CaptchaVerifier } from '#domain/trust/index.ts';
import { siteverifyCaptcha, type Vendor, type VendorSettings } from './siteverify.ts';

/** Origin of its widget and frame (https://developers.cloudflare.com/turnstile/reference/content-security-policy/). */
export const TURNSTILE_ORIGINS = ['https://challenges.cloudflare.com'];

/** Codes of https://developers.cloudflare.com/turnstile/get-started/server-side-validation/#error-codes. */
const FAULTS: Vendor['faults'] = {
  'missing-input-secret': 'misconfigured',
  'invalid-input-secret': 'misconfigured',
  'bad-request': 'misconfigured',
  'missing-input-response': 'missing',
  'invalid-input-response': 'invalid',
  // The vendor does not distinguish the two; in both cases the member has to solve another one.
  'timeout-or-duplicate': 'expired',
  'internal-error': 'unavailable',
};
const TEST_SECRET = /^[123]x0+A{2}$/;

/**
 * Cloudflare Turnstile. It returns the action and the ticket's id, which the widget got as `cData`. With its test
 * secrets it returns neither, and a host that is not this site's.
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
