import type { CaptchaProvider } from '#contract/captcha.values.ts';
import { withRetries } from './retries.ts';

export type Vendor = Exclude<CaptchaProvider, 'altcha'>;

/** The parts of a vendor's script that we use; both vendors have them. */
export interface VendorApi {
  render: (place: HTMLElement, options: object) => string;
  remove: (id: string) => void;
}

/** Documented at https://docs.hcaptcha.com/configuration and https://developers.cloudflare.com/turnstile/. */
const SCRIPTS: Record<Vendor, string> = {
  hcaptcha: 'https://js.hcaptcha.com/1/api.js?render=explicit&recaptchacompat=off',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
};
/** Name of the function that the vendor's script calls when it is ready. */
const READY = 'onCaptchaReady';
/** Loaded but not ready after this long counts as failed, such as the empty script of a content blocker. */
const READY_MS_MAX = 10_000;

let loaded: Promise<VendorApi> | undefined;

/**
 * Loads the vendor's script once, when a captcha is first shown. Throws when it could not be loaded after two more
 * tries; calling again tries again.
 */
export function loadVendor(vendor: Vendor): Promise<VendorApi> {
  loaded ??= withRetries(() => loadScript(vendor)).catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

function loadScript(vendor: Vendor): Promise<VendorApi> {
  const globals = globalThis as Partial<Record<Vendor, VendorApi>> & { [READY]?: () => void };
  const script = document.createElement('script');
  let patience: ReturnType<typeof setTimeout> | undefined;
  return new Promise<VendorApi>((resolve, reject) => {
    const fail = () => reject(new Error('The captcha could not be loaded'));
    globals[READY] = () => {
      const api = globals[vendor];
      if (api) resolve(api);
      else fail();
    };
    patience = setTimeout(fail, READY_MS_MAX);
    script.addEventListener('error', fail);
    script.src = `${SCRIPTS[vendor]}&onload=${READY}`;
    script.async = true;
    document.head.append(script);
  })
    .catch((error: unknown) => {
      script.remove();
      throw error;
    })
    .finally(() => {
      clearTimeout(patience);
      delete globals[READY];
    });
}
