import type { Transact } from '#database/transaction.ts';
import { matureCredits } from '#domain/earning/index.ts';
import type { Tasks } from './run.ts';

/** Gives members, every minute, the points whose time of waiting is over. */
export const earningTasks = (transact: Transact, thresholdPoints: number): Pick<Tasks, 'mature_credits'> => ({
  mature_credits: () => matureCredits(transact, thresholdPoints),
});
