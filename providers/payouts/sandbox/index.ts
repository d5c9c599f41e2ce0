import { SANDBOX_PROVIDER } from '#domain/redemption/index.ts';
import type { PayoutDescription } from '#providers/payouts/description.ts';
import { SandboxIssuer } from './sandbox.ts';

/** The sandbox issuer, for development only: in production members are owed money. */
export const sandbox: PayoutDescription = {
  id: SANDBOX_PROVIDER,
  variables: {},
  browserOrigins: [],
  // A stand-in for any of them.
  worksWith: ['Apple Pay', 'Google Pay', 'Venmo', 'CashApp'],
  readSettings: ({ development, serves, faults }) => {
    if (development) return {};
    if (serves) faults.push('PAYOUT_PROVIDER: sandbox cards buy nothing and are refused in production');
    return undefined;
  },
  open: (_settings, { dataDir }) => new SandboxIssuer({ dataDir }),
};
