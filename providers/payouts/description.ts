import { z } from 'zod';
import type { OwnRewards, PayoutProvider } from '#domain/redemption/index.ts';

/** All that the server knows of a provider before it is opened. Each folder of providers/payouts exports one. */
export interface PayoutDescription<Settings = unknown> {
  /** Kept with each redemption; also its name in PAYOUT_PROVIDER and the end of its webhook's address. */
  readonly id: string;
  /** Environment variables that the provider reads, all optional. */
  readonly variables: Readonly<Record<string, z.ZodType<string | undefined>>>;
  /** Origins whose scripts a member's browser loads to show rewards, and those that the scripts call. */
  readonly browserOrigins: readonly string[];
  /** Names of the wallets and apps that take its rewards, as the front page lists them. */
  readonly worksWith: readonly string[];
  /** Returns undefined if the provider is not set up. Adds faults to `given.faults`. */
  readSettings(given: Given): Settings | undefined;
  /** Opens the provider with the result of `readSettings`. A large library is loaded here, so that other sites start sooner. */
  open(settings: Settings, needs: PayoutNeeds): PayoutProvider | Promise<PayoutProvider>;
}

/** The settings of a site that concern payouts. */
export interface Given {
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Whether PAYOUT_PROVIDER names the provider for a tier of prepaid cards. */
  readonly serves: boolean;
  readonly development: boolean;
  /** Faults of the settings, one line each, beginning with the variable. */
  readonly faults: string[];
}

/** What providers need of this site. */
export interface PayoutNeeds {
  own: OwnRewards;
  dataDir: string;
}

/** Shapes of variables. */
export const text = z.string().optional();
export const address = z.url({ protocol: /^https?$/ }).optional();

/** Whether all of these are given. A provider with only some of them is a fault, even if it serves no reward. */
export function allGiven({ variables, serves, faults }: Given, names: readonly string[]): boolean {
  const missing = names.filter((name) => !variables[name]);
  if (missing.length === names.length && !serves) return false;
  for (const name of missing) faults.push(`${name}: must be set for this payout provider`);
  return missing.length === 0;
}

/** Requires TLS in production, because keys are sent to this address. */
export function refusePlainHttp({ variables, development, faults }: Given, name: string): void {
  if (!development && variables[name]?.startsWith('http:'))
    faults.push(`${name}: must be https in production`);
}
