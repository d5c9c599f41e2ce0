import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function faults(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((fault) => fault.slice(0, fault.indexOf(':')).replace(/\.\d+$/, ''));
  }
}

test.each([
  ['TRUSTED_PROXIES', 'balancer'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1 10.0.0.2'],
  ['SUPPORTED_REGIONS', 'us'],
  ['SUPPORTED_REGIONS', 'US,USA'],
  ['SUPPORTED_REGIONS', ','],
  ['SMTP_URL', 'mail.example:587'],
  ['SMTP_URL', 'https://mail.example'],
  ['REDEMPTION_THRESHOLD_POINTS', '3000000000'],
  ['MAIL_FROM', 'Pocketful'],
  ['MAIL_FROM', 'Pocketful <no-reply>'],
])('%s=%s is refused at the start', (name, value) => {
  expect(faults({ [name]: value })).toEqual([name]);
});

test('what these settings may be is taken', () => {
  const settings = {
    TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1,::1,fd00::/8',
    SUPPORTED_REGIONS: 'DE, FR',
    SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
    MAIL_FROM: 'Rewards <no-reply@rewards.example>',
  };
  expect(faults(settings)).toEqual([]);
  expect(faults({ SMTP_URL: 'smtp://127.0.0.1:25', MAIL_FROM: 'a@rewards.example' })).toEqual([]);
});

test('a value that is wrong hides none that is missing', () => {
  const found = faults({ APP_ENV: 'production', PORT: 'x', APP_SECRET: 'short', EMAIL_VERIFICATION: 'off' });
  const missing = ['APP_URL', 'DATABASE_URL', 'SMTP_URL', 'MAIL_FROM', 'SUPPORT_EMAIL'];
  expect(found.sort()).toEqual(['PORT', 'APP_SECRET', 'EMAIL_VERIFICATION', ...missing].sort());
});
