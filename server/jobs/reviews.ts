import type { Transact } from '#database/transaction.ts';
import { type Verdict, watchReviews } from '#domain/redemption/index.ts';
import type { Tasks } from './run.ts';

/** Looks every minute for reviews whose time is half or fully over. */
export const reviewTasks = (transact: Transact, undecided: Verdict): Pick<Tasks, 'watch_reviews'> => ({
  watch_reviews: () => watchReviews(transact, undecided),
});
