import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PRODUCTION = {
  APP_ENV: 'production',
  APP_URL: 'https://rewards.example',
  APP_SECRET: 'x'.repeat(40),
  DATABASE_URL: 'postgres://localhost/x',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'a@rewards.example',
  SUPPORT_EMAIL: 'b@rewards.example',
  PASSWORD_MIN_LENGTH: '8',
};
const KEYS = { CAPTCHA_SITE_KEY: 'key', CAPTCHA_SECRET: 'secret' };

function faults(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    return (error as ConfigError).faults.map((fault) => fault.slice(0, fault.indexOf(':')));
  }
}

test('without settings the captcha is our own', () => {
  expect(readConfig({}).captcha).toEqual({ provider: 'altcha' });
  expect(readConfig(PRODUCTION).captcha).toEqual({ provider: 'altcha' });
});

test.each([
  ['hcaptcha', 'https://api.hcaptcha.com/siteverify'],
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
])('%s is asked at its own address unless the settings name another', (CAPTCHA, verifyUrl) => {
  const { captcha } = readConfig({ ...PRODUCTION, CAPTCHA, ...KEYS });
  expect(captcha).toEqual({ provider: CAPTCHA, siteKey: 'key', secret: 'secret', verifyUrl });
});

test.each([
  [{ CAPTCHA: 'recaptcha' }, ['CAPTCHA']],
  [{ CAPTCHA: 'hcaptcha' }, ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']],
  [{ CAPTCHA: 'turnstile', CAPTCHA_SITE_KEY: 'key' }, ['CAPTCHA_SECRET']],
  [KEYS, ['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET']],
] as const)('%j is a fault', (environment, names) => {
  expect(faults({ ...environment })).toEqual(names);
});

test.each([
  ['hcaptcha', 'CAPTCHA_SECRET', '0x0000000000000000000000000000000000000000'],
  ['hcaptcha', 'CAPTCHA_SITE_KEY', '10000000-ffff-ffff-ffff-000000000001'],
  ['hcaptcha', 'CAPTCHA_SITE_KEY', '20000000-ffff-ffff-ffff-000000000002'],
  ['turnstile', 'CAPTCHA_SECRET', '1x0000000000000000000000000000000AA'],
  ['turnstile', 'CAPTCHA_SECRET', '2x0000000000000000000000000000000AA'],
  ['turnstile', 'CAPTCHA_SECRET', '3x0000000000000000000000000000000AA'],
  ['turnstile', 'CAPTCHA_SITE_KEY', '1x00000000000000000000AA'],
  ['turnstile', 'CAPTCHA_SITE_KEY', '2x00000000000000000000BB'],
  ['turnstile', 'CAPTCHA_SITE_KEY', '3x00000000000000000000FF'],
  ['turnstile', 'CAPTCHA_VERIFY_URL', 'http://localhost:4040/siteverify'],
] as const)('%s in production refuses the test value of %s', (CAPTCHA, name, value) => {
  const environment = { CAPTCHA, ...KEYS, [name]: value };
  expect(faults({ ...PRODUCTION, ...environment })).toEqual([name]);
  expect(faults(environment)).toEqual([]);
});

test('no fault repeats a secret', () => {
  expect(() => readConfig({ CAPTCHA_SECRET: 'do-not-tell' })).toThrow(ConfigError);
  try {
    readConfig({ CAPTCHA_SECRET: 'do-not-tell' });
  } catch (error) {
    expect(String(error)).not.toContain('do-not-tell');
  }
});
