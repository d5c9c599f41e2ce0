import type { Transact } from '#database/transaction.ts';
import { matureCredits, remindOfOffers, type WatchOptions, watchWalls } from '#domain/earning/index.ts';
import { oneAtATime } from './one-at-a-time.ts';
import type { Tasks } from './run.ts';

/** Credits matured points and reminds of deadlines every minute, and watches the walls for unusual credits every five minutes. */
export const earningTasks = (
  transact: Transact,
  thresholdPoints: number,
  watch: WatchOptions,
): Pick<Tasks, 'mature_credits' | 'remind_of_offers' | 'watch_walls'> => ({
  mature_credits: oneAtATime(() => matureCredits(transact, thresholdPoints)),
  remind_of_offers: oneAtATime(() =>
    remindOfOffers(
      transact,
      watch.walls.map(({ definition }) => definition.id),
    ),
  ),
  watch_walls: () => watchWalls(transact, watch),
});
