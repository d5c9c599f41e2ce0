import type { CaptchaVerifier } from '#domain/trust/index.ts';
import { siteverifyCaptcha, type Vendor, type VendorSettings } from './siteverify.ts';

/** Origins of its widget, frames and calls (https://docs.hcaptcha.com/#content-security-policy-settings). */
export const HCAPTCHA_ORIGINS = ['https://hcaptcha.com', 'https://*.hcaptcha.com'];

/** Codes of https://docs.hcaptcha.com/#siteverify-error-codes-table, older ones included. */
const FAULTS: Vendor['faults'] = {
  'missing-input-secret': 'misconfigured',
  'invalid-input-secret': 'misconfigured',
  'sitekey-secret-mismatch': 'misconfigured',
  'not-using-dummy-passcode': 'misconfigured',
  'not-using-dummy-secret': 'misconfigured',
  'missing-remoteip': 'misconfigured',
  'invalid-remoteip': 'misconfigured',
  'bad-request': 'misconfigured',
  'missing-input-response': 'missing',
  'invalid-input-response': 'invalid',
  'expired-input-response': 'expired',
  'already-seen-response': 'duplicate',
  'invalid-or-already-seen-response': 'duplicate',
};
const TEST_SECRET = /^0x0+$/;
/** Sent instead of the host if the browser's own protection hides it from hCaptcha. */
const HOST_UNKNOWN = 'not-provided';

/**
 * hCaptcha. It does not return the action, so the ticket carries it. With its test secret it does not return this
 * site's host either.
 */
export function hcaptcha(settings: VendorSettings): CaptchaVerifier {
  const isTest = TEST_SECRET.test(settings.secret);
  return siteverifyCaptcha(
    {
      name: 'hcaptcha',
      lifetimeMs: 5 * 60_000,
      faults: FAULTS,
      fields: { sitekey: settings.siteKey },
      matches: ({ hostname }) => isTest || hostname === settings.hostname || hostname === HOST_UNKNOWN,
    },
    settings,
  );
}
