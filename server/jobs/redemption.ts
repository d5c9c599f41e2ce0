import type { Transact } from '#database/transaction.ts';
import {
  checkReward,
  type FulfilPorts,
  forgetPayoutEvents,
  fulfilRedemption,
  recoverRedemptions,
} from '#domain/redemption/index.ts';
import { repeat } from './repeat.ts';
import type { Tasks } from './run.ts';

/** Milliseconds between two searches for redemptions whose worker was killed. */
const RECOVER_PAUSE_MS = 5_000;

/**
 * The jobs that carry redemptions on, follow up their rewards, and compare all of them with the providers' lists once
 * a day.
 */
export const redemptionTasks = (
  ports: FulfilPorts,
  reconcile: () => Promise<void>,
): Pick<Tasks, 'fulfil_redemption' | 'check_reward' | 'reconcile_payouts'> => ({
  fulfil_redemption: ({ redemptionId }) => fulfilRedemption(ports, redemptionId),
  check_reward: ({ redemptionId }) => checkReward(ports, redemptionId),
  reconcile_payouts: async () => {
    await ports.transact(forgetPayoutEvents);
    await reconcile();
  },
});

/** Recovers what killed workers left, at once and repeatedly until `stop`, which waits for a running recovery. */
export const startRecovery = (
  transact: Transact,
  onFailure: (error: unknown) => void,
): { stop: () => Promise<void> } => repeat(() => recoverRedemptions(transact), RECOVER_PAUSE_MS, onFailure);
