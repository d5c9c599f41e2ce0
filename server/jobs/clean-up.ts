import type { Transact } from '#database/transaction.ts';
import { foldMemberCounts } from '#domain/members/index.ts';
import { applyRetention } from '#domain/privacy/index.ts';
import { expireRedemptions } from '#domain/redemption/index.ts';
import type { Tasks } from './run.ts';

/** Applies the retention rules, every hour and every day, and keeps the count of members short. */
export const cleanUpTasks = (transact: Transact): Pick<Tasks, 'clean_up' | 'clean_up_daily'> => ({
  clean_up: async () => {
    await applyRetention(transact, 'hourly');
    await transact(expireRedemptions);
    await transact(foldMemberCounts);
  },
  clean_up_daily: () => applyRetention(transact, 'daily'),
});
