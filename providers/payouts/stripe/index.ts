import {
  address,
  allGiven,
  type PayoutDescription,
  refusePlainHttp,
  text,
} from '#providers/payouts/description.ts';
import type { StripeSettings } from './stripe.ts';

const LIVE_URL = 'https://api.stripe.com';
const KEY_FORMS = {
  STRIPE_API_KEY: /^(sk|rk)_(test|live)_/,
  STRIPE_PUBLISHABLE_KEY: /^pk_(test|live)_/,
  STRIPE_WEBHOOK_SECRET: /^whsec_/,
};

export const stripe: PayoutDescription<StripeSettings> = {
  id: 'stripe',
  variables: {
    STRIPE_API_KEY: text,
    STRIPE_PUBLISHABLE_KEY: text,
    STRIPE_WEBHOOK_SECRET: text,
    STRIPE_BASE_URL: address,
  },
  // The script that shows a card's numbers, and the API that it calls (https://docs.stripe.com/security/guide).
  browserOrigins: ['https://js.stripe.com', 'https://api.stripe.com'],
  worksWith: ['Apple Pay', 'Google Pay'],
  readSettings: (given) => {
    const { variables, development, faults } = given;
    if (!allGiven(given, Object.keys(KEY_FORMS))) return undefined;
    for (const [name, form] of Object.entries(KEY_FORMS)) {
      if (!form.test(variables[name] ?? '')) faults.push(`${name}: is not such a key of Stripe`);
    }
    if (modeOf(variables.STRIPE_API_KEY) !== modeOf(variables.STRIPE_PUBLISHABLE_KEY)) {
      faults.push('STRIPE_PUBLISHABLE_KEY: one of the two keys is for tests, the other is not');
    }
    if (!development && variables.STRIPE_API_KEY?.includes('_test_')) {
      faults.push('STRIPE_API_KEY: a test key makes cards that buy nothing');
    }
    refusePlainHttp(given, 'STRIPE_BASE_URL');
    return {
      baseUrl: variables.STRIPE_BASE_URL ?? LIVE_URL,
      apiKey: variables.STRIPE_API_KEY ?? '',
      publishableKey: variables.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecret: variables.STRIPE_WEBHOOK_SECRET ?? '',
    };
  },
  open: async (settings) => {
    const { StripePayouts } = await import('./stripe.ts');
    return new StripePayouts(settings);
  },
};

const modeOf = (key: string | undefined) => /_(test|live)_/.exec(key ?? '')?.[1];
