import type { Transact } from '#database/transaction.ts';
import { matureCredits, type WatchOptions, watchWalls } from '#domain/earning/index.ts';
import type { Tasks } from './run.ts';

/** Credits matured points every minute, and watches the walls for unusual credits every five minutes. */
export const earningTasks = (
  transact: Transact,
  thresholdPoints: number,
  watch: WatchOptions,
): Pick<Tasks, 'mature_credits' | 'watch_walls'> => ({
  mature_credits: () => matureCredits(transact, thresholdPoints),
  watch_walls: () => watchWalls(transact, watch),
});
