import { MANUAL_PROVIDER } from '#domain/redemption/index.ts';
import type { PayoutDescription } from '#providers/payouts/description.ts';
import { manualPayouts } from './manual.ts';

/** A person of the site fulfils the redemption. */
export const manual: PayoutDescription = {
  id: MANUAL_PROVIDER,
  variables: {},
  browserOrigins: [],
  worksWith: [],
  readSettings: () => ({}),
  open: (_settings, { own }) => manualPayouts(own),
};
