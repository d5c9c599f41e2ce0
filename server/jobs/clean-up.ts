import type { Transact } from '#database/transaction.ts';
import { countOfferResults } from '#domain/earning/index.ts';
import { foldMemberCounts } from '#domain/members/index.ts';
import { applyRetention } from '#domain/privacy/index.ts';
import { expireRedemptions } from '#domain/redemption/index.ts';
import type { Tasks } from './run.ts';

/**
 * Applies the retention rules, every hour and every day, keeps the count of members short, and counts what came of
 * offers.
 */
export const cleanUpTasks = (transact: Transact): Pick<Tasks, 'clean_up' | 'clean_up_daily'> => ({
  clean_up: async () => {
    await applyRetention(transact, 'hourly');
    await transact(expireRedemptions);
    await transact(foldMemberCounts);
    await countOfferResults(transact);
  },
  clean_up_daily: () => applyRetention(transact, 'daily'),
});
