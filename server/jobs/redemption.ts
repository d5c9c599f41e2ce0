import type { Database } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import {
  expireRedemptions,
  type FulfilPorts,
  fulfilRedemption,
  recoverRedemptions,
} from '#domain/redemption/index.ts';
import { pruneCaptcha } from '#domain/trust/index.ts';
import type { Tasks } from './run.ts';

/** Redemptions whose worker was killed are found this often. */
const RECOVER_EVERY_MS = 5_000;
const HOUSEKEEPING_EVERY_MS = 10 * 60_000;

/** The job that takes a redemption further. */
export const redemptionTasks = (ports: FulfilPorts): Pick<Tasks, 'fulfil_redemption'> => ({
  fulfil_redemption: ({ redemptionId }) => fulfilRedemption(ports, redemptionId),
});

/** Finds what dead workers left, at once and then again and again until `stop`, which waits for what runs. */
export function startRedemptionSweeps(options: {
  database: Database;
  transact: Transact;
  onFailure: (error: unknown) => void;
}): { stop: () => Promise<void> } {
  const { database, transact, onFailure } = options;
  const recovery = repeat(RECOVER_EVERY_MS, onFailure, async () => {
    await transact(recoverRedemptions);
  });
  const housekeeping = repeat(HOUSEKEEPING_EVERY_MS, onFailure, async () => {
    await expireRedemptions(database);
    await pruneCaptcha(database);
  });
  return {
    stop: async () => {
      await Promise.all([recovery.stop(), housekeeping.stop()]);
    },
  };
}

/** Runs `work` now and then with this pause between its end and its next start. */
function repeat(
  pauseMs: number,
  onFailure: (error: unknown) => void,
  work: () => Promise<void>,
): { stop: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void>;
  const turn = () => {
    running = work()
      .catch(onFailure)
      .then(() => {
        if (!stopped) timer = setTimeout(turn, pauseMs);
      });
  };
  turn();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
