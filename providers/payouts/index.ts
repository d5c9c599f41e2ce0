import type { PayoutDescription } from './description.ts';
import { manual } from './manual/index.ts';
import { sandbox } from './sandbox/index.ts';
import { stock } from './stock/index.ts';
import { stripe } from './stripe/index.ts';
import { tremendous } from './tremendous/index.ts';

/** Every payout provider. A new one is a folder here and a line in this list. */
export const payoutProviders: readonly PayoutDescription[] = [manual, stock, sandbox, tremendous, stripe];

/** The provider of prepaid cards if PAYOUT_PROVIDER is not set. */
export const STANDARD_PROVIDERS = { development: sandbox.id, production: manual.id };
