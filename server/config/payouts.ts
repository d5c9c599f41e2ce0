import { z } from 'zod';
import { CARD_TIERS, type CardTier } from '#contract/rewards.values.ts';
import { payoutProviders, STANDARD_PROVIDERS } from '#providers/payouts/index.ts';

/** The settings of payouts: which provider makes which reward, and what each needs. */

export interface PayoutConfig {
  /** The id of the provider of each tier of prepaid cards, unless the catalogue names another. */
  serving: Record<CardTier, string>;
  /** By id, those whose settings are given: earlier redemptions may still need them. */
  settings: Readonly<Record<string, unknown>>;
}

/** The form of every variable of the environment that is about payouts. */
export const PayoutVariables = z.object({
  PAYOUT_PROVIDER: z.string().optional(),
  ...Object.fromEntries(payoutProviders.flatMap(({ variables }) => Object.entries(variables))),
});

/** How the variables of each vendor begin, such as `VENDOR_`. */
export const payoutFamilies: readonly string[] = payoutProviders.flatMap(({ variables }) =>
  Object.keys(variables)
    .slice(0, 1)
    .map((name) => name.slice(0, name.indexOf('_') + 1)),
);

/** Reads the settings of payouts; every fault is added to `faults`, a line each. `others` are the ids of plug-ins. */
export function readPayoutConfig(
  variables: Readonly<Record<string, string | undefined>>,
  development: boolean,
  faults: string[],
  others: readonly string[] = [],
): PayoutConfig {
  for (const name of others) {
    if (payoutProviders.some(({ id }) => id === name))
      faults.push(`PLUGINS: ${name} is the name of a payout provider`);
  }
  const serving = readServing(variables.PAYOUT_PROVIDER, development, faults, others);
  const served = Object.values(serving);
  const settings: Record<string, unknown> = {};
  for (const provider of payoutProviders) {
    const serves = served.includes(provider.id);
    const own = provider.readSettings({ variables, serves, development, faults });
    if (own !== undefined) settings[provider.id] = own;
  }
  return { serving, settings };
}

/** One provider for all, or with exceptions by tier: `manual,20USD=stock`. */
function readServing(
  value: string | undefined,
  development: boolean,
  faults: string[],
  others: readonly string[],
): Record<CardTier, string> {
  let standard = STANDARD_PROVIDERS[development ? 'development' : 'production'];
  const exceptions: Partial<Record<CardTier, string>> = {};
  const ids = [...payoutProviders.map(({ id }) => id), ...others];
  for (const item of (value ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [left = '', right] = item.split('=').map((part) => part.trim());
    const provider = right ?? left;
    const tier = CARD_TIERS.find((known) => known === left);
    if (!ids.includes(provider)) faults.push(`PAYOUT_PROVIDER: ${provider} is none of ${ids.join(', ')}`);
    else if (right === undefined) standard = provider;
    else if (tier) exceptions[tier] = provider;
    else faults.push(`PAYOUT_PROVIDER: ${left} is none of ${CARD_TIERS.join(', ')}`);
  }
  const entries = CARD_TIERS.map((tier) => [tier, exceptions[tier] ?? standard] as const);
  return Object.fromEntries(entries) as Record<CardTier, string>;
}
