import { STOCK_PROVIDER } from '#domain/redemption/index.ts';
import type { PayoutDescription } from '#providers/payouts/description.ts';
import { stockPayouts } from './stock.ts';

/** Codes that the operator bought and uploaded. */
export const stock: PayoutDescription = {
  id: STOCK_PROVIDER,
  variables: {},
  browserOrigins: [],
  worksWith: [],
  readSettings: () => ({}),
  open: (_settings, { own }) => stockPayouts(own),
};
