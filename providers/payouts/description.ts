import { z } from 'zod';
import type { OwnRewards, PayoutProvider } from '#domain/redemption/index.ts';

/**
 * What a folder of providers/payouts says of its provider, in its index.ts. Everything that the server knows of a
 * provider before it is opened stands there.
 */
export interface PayoutDescription<Settings = unknown> {
  /** Kept with each redemption; also the word for it in PAYOUT_PROVIDER, and the end of its webhook's address. */
  readonly id: string;
  /** Variables of the environment that it reads; each may be missing. */
  readonly variables: Readonly<Record<string, z.ZodType<string | undefined>>>;
  /** Whose scripts a member's browser loads to show its rewards, and whom these scripts ask, while it is set up. */
  readonly browserOrigins: readonly string[];
  /** Undefined where the provider is not set up. What is wrong is added to `given.faults`. */
  readSettings(given: Given): Settings | undefined;
  /** Opens it by what its `readSettings` returned. */
  open(settings: Settings, needs: PayoutNeeds): PayoutProvider;
}

/** What the settings of a site say, as far as they are about payouts. */
export interface Given {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** PAYOUT_PROVIDER names it for a tier of prepaid cards. */
  readonly serves: boolean;
  readonly development: boolean;
  /** Faults of the settings, a line each, which begins with the variable. */
  readonly faults: string[];
}

/** What providers need of this site. */
export interface PayoutNeeds {
  own: OwnRewards;
  dataDir: string;
}

/** Forms of variables. */
export const text = z.string().optional();
export const address = z.url({ protocol: /^https?$/ }).optional();

/** Whether all of these are given. Half a provider is a fault, whether it serves a reward or not. */
export function allGiven({ variables, serves, faults }: Given, names: readonly string[]): boolean {
  const missing = names.filter((name) => !variables[name]);
  if (missing.length === names.length && !serves) return false;
  for (const name of missing) faults.push(`${name}: must be set for this payout provider`);
  return missing.length === 0;
}

/** Keys travel to this address: in production only under TLS. */
export function refusePlainHttp({ variables, development, faults }: Given, name: string): void {
  if (!development && variables[name]?.startsWith('http:'))
    faults.push(`${name}: must be https in production`);
}
