import type { Transact } from '#database/transaction.ts';
import { matureCredits, type WatchOptions, watchWalls } from '#domain/earning/index.ts';
import type { Tasks } from './run.ts';

/**
 * Gives members, every minute, the points whose time of waiting is over, and looks, every five minutes, whether the credits
 * of a wall have left its pattern.
 */
export const earningTasks = (
  transact: Transact,
  thresholdPoints: number,
  watch: WatchOptions,
): Pick<Tasks, 'mature_credits' | 'watch_walls'> => ({
  mature_credits: () => matureCredits(transact, thresholdPoints),
  watch_walls: () => watchWalls(transact, watch),
});
