import type { Transact } from '#database/transaction.ts';
import { rollUpRevenue } from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import type { Tasks } from './run.ts';

/** Rolls up every ten seconds what the ledger has posted and what walls pay for it. */
export const ledgerTasks = (transact: Transact): Pick<Tasks, 'roll_up_ledger'> => ({
  roll_up_ledger: async () => {
    await rollUpLedger(transact);
    await rollUpRevenue(transact);
  },
});
