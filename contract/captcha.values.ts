export const CAPTCHA_ACTIONS = ['redemption', 'mission', 'login'] as const;
export type CaptchaAction = (typeof CAPTCHA_ACTIONS)[number];

/** Providers of the captcha: altcha is our own proof of work, the others are vendors. */
export const CAPTCHA_PROVIDERS = ['altcha', 'hcaptcha', 'turnstile'] as const;
export type CaptchaProvider = (typeof CAPTCHA_PROVIDERS)[number];
