import type { Tx } from '#database/client.ts';
import { countMended, type MendedKind, mendJobs } from '#database/mended-times.ts';
import type { Transact } from '#database/transaction.ts';
import { mendDeliveries } from '#domain/administration/index.ts';
import { doEach } from '#domain/common/do-each.ts';
import { mendHolds, mendPlaces } from '#domain/earning/index.ts';
import { mendNotices } from '#domain/notices/index.ts';
import { mendLeases, mendTurns } from '#domain/redemption/index.ts';
import type { Tasks } from './run.ts';

/** Jobs come last, so that a job that is made to start now finds its lease ended. */
const MENDS: Record<MendedKind, (tx: Tx) => Promise<number>> = {
  redemption: mendLeases,
  payout_turn: mendTurns,
  notice: mendNotices,
  webhook_delivery: mendDeliveries,
  held_credit: mendHolds,
  mission_places: mendPlaces,
  job: mendJobs,
};

/**
 * Finds what would wait far too long after the database's clock was set back. `onMended` is told of each kind found. A kind that
 * fails keeps no other from its turn.
 */
export const mendTasks = (
  transact: Transact,
  onMended: (found: { kind: string; times: number }) => void,
): Pick<Tasks, 'mend_times'> => ({
  mend_times: () =>
    doEach(
      Object.entries(MENDS).map(([kind, mend]) => [
        kind,
        async () => {
          const times = await transact(async (tx) => {
            const mended = await mend(tx);
            if (mended > 0) await countMended(tx, kind, mended);
            return mended;
          });
          if (times > 0) onMended({ kind, times });
        },
      ]),
    ),
});
