import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const PRODUCTION = {
  APP_ENV: 'production',
  APP_URL: 'https://rewards.example',
  APP_SECRET: 'x'.repeat(40),
  DATABASE_URL: 'postgres://localhost/x',
  SMTP_URL: 'smtp://localhost',
  MAIL_FROM: 'a@rewards.example',
  SUPPORT_EMAIL: 'a@rewards.example',
  PASSWORD_MIN_LENGTH: '8',
};
const TREMENDOUS = {
  TREMENDOUS_API_KEY: 'PROD_key',
  TREMENDOUS_PRODUCT_IDS: 'A, B',
  TREMENDOUS_WEBHOOK_KEY: 'key',
};
const STRIPE = {
  STRIPE_API_KEY: 'rk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
};
const payouts = (environment: Record<string, string>) => readConfig(environment).payouts;
const faults = (environment: Record<string, string>) => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map((fault) => fault.split(':')[0]);
    throw error;
  }
};

describe('the choice of a provider', () => {
  test('development hands out test cards, production waits for a person', () => {
    expect(new Set(Object.values(payouts({}).serving))).toEqual(new Set(['sandbox']));
    expect(new Set(Object.values(payouts(PRODUCTION).serving))).toEqual(new Set(['manual']));
  });

  test('one provider serves all, with exceptions by tier', () => {
    const environment = { ...PRODUCTION, ...TREMENDOUS, ...STRIPE };
    expect(payouts({ ...environment, PAYOUT_PROVIDER: 'tremendous, 20USD = stripe' }).serving).toEqual({
      '1USD': 'tremendous',
      '5USD': 'tremendous',
      '10USD': 'tremendous',
      '20USD': 'stripe',
    });
  });

  test('an unknown provider and an unknown tier are named', () => {
    expect(faults({ PAYOUT_PROVIDER: 'paypal,3USD=manual' })).toEqual(['PAYOUT_PROVIDER', 'PAYOUT_PROVIDER']);
  });
});

test('a provider that serves rewards needs all its settings, and each missing one is named', () => {
  expect(faults({ ...PRODUCTION, PAYOUT_PROVIDER: 'tremendous,1USD=stripe' }).sort()).toEqual(
    [...Object.keys(TREMENDOUS), ...Object.keys(STRIPE)].sort(),
  );
});

test('a provider with incomplete settings is a fault even if it serves nothing', () => {
  expect(faults({ STRIPE_API_KEY: 'sk_test_x' })).toEqual([
    'STRIPE_PUBLISHABLE_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
});

test('a provider that serves nothing any more stays open for earlier redemptions', () => {
  const { tremendous, stripe } = payouts({ ...PRODUCTION, ...TREMENDOUS }).settings;
  expect(tremendous).toEqual({
    baseUrl: 'https://api.tremendous.com/api/v2',
    apiKey: 'PROD_key',
    fundingSourceId: 'BALANCE',
    productIds: ['A', 'B'],
    webhookKey: 'key',
  });
  expect(stripe).toBeUndefined();
});

test('development talks to the systems for tests unless told otherwise', () => {
  expect(payouts(TREMENDOUS).settings.tremendous).toMatchObject({
    baseUrl: 'https://testflight.tremendous.com/api/v2',
  });
});

describe('production refuses settings that buy nothing or are not safe', () => {
  test.each([
    [{ PAYOUT_PROVIDER: 'sandbox' }, ['PAYOUT_PROVIDER']],
    [{ PAYOUT_PROVIDER: 'manual,1USD=sandbox' }, ['PAYOUT_PROVIDER']],
    [{ ...STRIPE, STRIPE_API_KEY: 'sk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, ['STRIPE_API_KEY']],
    [{ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, ['STRIPE_PUBLISHABLE_KEY']],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'secret' }, ['STRIPE_WEBHOOK_SECRET']],
    [{ ...STRIPE, STRIPE_BASE_URL: 'http://localhost:4020' }, ['STRIPE_BASE_URL']],
    [{ ...TREMENDOUS, TREMENDOUS_API_KEY: 'TEST_key' }, ['TREMENDOUS_API_KEY']],
    [
      { ...TREMENDOUS, TREMENDOUS_BASE_URL: 'https://testflight.tremendous.com/api/v2' },
      ['TREMENDOUS_API_KEY'],
    ],
  ])('%j', (environment, names) => {
    expect(faults({ ...PRODUCTION, ...environment } as Record<string, string>)).toEqual(names);
  });
});
