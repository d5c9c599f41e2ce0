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
const SWEEP_EVERY_MS = 10_000;

/** The job that takes a redemption further. */
export const redemptionTasks = (ports: FulfilPorts): Pick<Tasks, 'fulfil_redemption'> => ({
  fulfil_redemption: ({ redemptionId }) => fulfilRedemption(ports, redemptionId),
});

/** Sweeps at once and then again and again until `stop`, which waits for a sweep that runs. */
export function startRedemptionSweep(options: {
  database: Database;
  transact: Transact;
  onFailure: (error: unknown) => void;
}): { stop: () => Promise<void> } {
  const sweep = async () => {
    await options.transact(recoverRedemptions);
    await expireRedemptions(options.database);
    await pruneCaptcha(options.database);
  };
  let running = sweep().catch(options.onFailure);
  const timer = setInterval(() => {
    running = running.then(sweep).catch(options.onFailure);
  }, SWEEP_EVERY_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
    },
  };
}
