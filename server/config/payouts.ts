import { z } from 'zod';
import {
  CARD_TIERS,
  type CardTier,
  PAYOUT_PROVIDERS,
  type PayoutProviderId,
} from '#contract/rewards.values.ts';

/** The settings of payouts: which provider serves which reward, and what each needs. */

const STRIPE_URL = 'https://api.stripe.com';
const TREMENDOUS_URL = 'https://api.tremendous.com/api/v2';
/** Tremendous' own system for tests: its rewards buy nothing. */
const TREMENDOUS_TEST_URL = 'https://testflight.tremendous.com/api/v2';

export interface PayoutConfig {
  /** The provider of each tier of prepaid cards, unless the catalogue names another. */
  serving: Record<CardTier, PayoutProviderId>;
  /** Those whose settings are given: earlier redemptions may still need them. */
  tremendous:
    | { baseUrl: string; apiKey: string; fundingSourceId: string; productIds: string[]; webhookKey: string }
    | undefined;
  stripe: { baseUrl: string; apiKey: string; publishableKey: string; webhookSecret: string } | undefined;
}

const text = z.string().optional();
const address = z.url({ protocol: /^https?$/ }).optional();

/** Variables of the environment, for the one schema of all settings. */
export const payoutVariables = {
  PAYOUT_PROVIDER: text,
  TREMENDOUS_API_KEY: text,
  TREMENDOUS_BASE_URL: address,
  TREMENDOUS_FUNDING_SOURCE_ID: text,
  TREMENDOUS_PRODUCT_IDS: text,
  TREMENDOUS_WEBHOOK_KEY: text,
  STRIPE_API_KEY: text,
  STRIPE_PUBLISHABLE_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_BASE_URL: address,
};
type Variables = { [Name in keyof typeof payoutVariables]?: string | undefined };

/** Reads the settings of payouts; every fault is added to `faults`, a line each. */
export function readPayoutConfig(variables: Variables, development: boolean, faults: string[]): PayoutConfig {
  const serving = readServing(variables.PAYOUT_PROVIDER, development, faults);
  const serves = (id: PayoutProviderId) => Object.values(serving).includes(id);
  const config = {
    serving,
    tremendous: readTremendous(variables, serves('tremendous'), development, faults),
    stripe: readStripe(variables, serves('stripe'), faults),
  };
  if (!development) faults.push(...testFaults(config));
  return config;
}

/** `tremendous`, or with exceptions `tremendous,20USD=stripe`. */
function readServing(
  value: string | undefined,
  development: boolean,
  faults: string[],
): Record<CardTier, PayoutProviderId> {
  let standard: PayoutProviderId = development ? 'sandbox' : 'manual';
  const exceptions: Partial<Record<CardTier, PayoutProviderId>> = {};
  for (const item of (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [left = '', right] = item.split('=').map((part) => part.trim());
    const provider = PAYOUT_PROVIDERS.find((id) => id === (right ?? left));
    const tier = CARD_TIERS.find((known) => known === left);
    if (!provider) faults.push(`PAYOUT_PROVIDER: ${right ?? left} is none of ${PAYOUT_PROVIDERS.join(', ')}`);
    else if (right === undefined) standard = provider;
    else if (tier) exceptions[tier] = provider;
    else faults.push(`PAYOUT_PROVIDER: ${left} is none of ${CARD_TIERS.join(', ')}`);
  }
  const entries = CARD_TIERS.map((tier) => [tier, exceptions[tier] ?? standard] as const);
  return Object.fromEntries(entries) as Record<CardTier, PayoutProviderId>;
}

function readTremendous(
  variables: Variables,
  needed: boolean,
  development: boolean,
  faults: string[],
): PayoutConfig['tremendous'] {
  const required = ['TREMENDOUS_API_KEY', 'TREMENDOUS_PRODUCT_IDS', 'TREMENDOUS_WEBHOOK_KEY'] as const;
  if (!allGiven(variables, required, needed, faults)) return undefined;
  const productIds = (variables.TREMENDOUS_PRODUCT_IDS ?? '').split(',').map((id) => id.trim());
  const standardUrl = development ? TREMENDOUS_TEST_URL : TREMENDOUS_URL;
  return {
    baseUrl: (variables.TREMENDOUS_BASE_URL ?? standardUrl).replace(/\/+$/, ''),
    apiKey: variables.TREMENDOUS_API_KEY ?? '',
    fundingSourceId: variables.TREMENDOUS_FUNDING_SOURCE_ID ?? 'BALANCE',
    productIds: productIds.filter(Boolean),
    webhookKey: variables.TREMENDOUS_WEBHOOK_KEY ?? '',
  };
}

function readStripe(variables: Variables, needed: boolean, faults: string[]): PayoutConfig['stripe'] {
  const required = ['STRIPE_API_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
  if (!allGiven(variables, required, needed, faults)) return undefined;
  const prefixes = {
    STRIPE_API_KEY: /^(sk|rk)_(test|live)_/,
    STRIPE_PUBLISHABLE_KEY: /^pk_(test|live)_/,
    STRIPE_WEBHOOK_SECRET: /^whsec_/,
  };
  for (const name of required) {
    if (!prefixes[name].test(variables[name] ?? '')) faults.push(`${name}: is not such a key of Stripe`);
  }
  const modeOf = (key: string | undefined) => /_(test|live)_/.exec(key ?? '')?.[1];
  if (modeOf(variables.STRIPE_API_KEY) !== modeOf(variables.STRIPE_PUBLISHABLE_KEY)) {
    faults.push('STRIPE_PUBLISHABLE_KEY: one of the two keys is for tests, the other is not');
  }
  return {
    baseUrl: variables.STRIPE_BASE_URL ?? STRIPE_URL,
    apiKey: variables.STRIPE_API_KEY ?? '',
    publishableKey: variables.STRIPE_PUBLISHABLE_KEY ?? '',
    webhookSecret: variables.STRIPE_WEBHOOK_SECRET ?? '',
  };
}

/** Half a provider is a fault, whether it serves a reward or not. */
function allGiven(
  variables: Variables,
  names: readonly (keyof Variables)[],
  needed: boolean,
  faults: string[],
): boolean {
  const missing = names.filter((name) => !variables[name]);
  if (missing.length === names.length && !needed) return false;
  for (const name of missing) faults.push(`${name}: must be set for this payout provider`);
  return missing.length === 0;
}

/** In production members are owed money: rewards that buy nothing are refused. */
function testFaults({ serving, tremendous, stripe }: PayoutConfig): string[] {
  const faults: string[] = [];
  if (Object.values(serving).includes('sandbox')) {
    faults.push('PAYOUT_PROVIDER: sandbox cards buy nothing and are refused in production');
  }
  if (stripe?.apiKey.includes('_test_'))
    faults.push('STRIPE_API_KEY: a test key makes cards that buy nothing');
  if (tremendous?.baseUrl === TREMENDOUS_TEST_URL || tremendous?.apiKey.startsWith('TEST_')) {
    faults.push('TREMENDOUS_API_KEY: the system for tests makes rewards that buy nothing');
  }
  for (const [name, url] of [
    ['STRIPE_BASE_URL', stripe?.baseUrl],
    ['TREMENDOUS_BASE_URL', tremendous?.baseUrl],
  ] as const) {
    if (url?.startsWith('http:')) faults.push(`${name}: must be https in production`);
  }
  return faults;
}
