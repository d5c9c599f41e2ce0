import type { Transact } from '#database/transaction.ts';
import { doEach } from '#domain/common/do-each.ts';
import { countOfferResults } from '#domain/earning/index.ts';
import { sumPointsLeft } from '#domain/ledger/index.ts';
import { foldMemberCounts } from '#domain/members/index.ts';
import { applyRetention } from '#domain/privacy/index.ts';
import { expireRedemptions, remindOfRewards } from '#domain/redemption/index.ts';
import type { Tasks } from './run.ts';

/**
 * Applies the retention rules, every hour and every day, ends rewards and reminds of their ends, keeps the count of members
 * short, sums up what former members left behind, and counts what came of offers.
 */
export const cleanUpTasks = (transact: Transact): Pick<Tasks, 'clean_up' | 'clean_up_daily'> => ({
  clean_up: () =>
    doEach([
      ['retention', () => applyRetention(transact, 'hourly')],
      ['redemptions', () => expireRedemptions(transact)],
      ['reminders', () => remindOfRewards(transact)],
      ['members', () => transact(foldMemberCounts)],
      ['points left', () => transact(sumPointsLeft)],
      ['offers', () => countOfferResults(transact)],
    ]),
  clean_up_daily: () => applyRetention(transact, 'daily'),
});
