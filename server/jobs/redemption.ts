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

/** Redemptions whose worker was killed are looked for with this pause in between. */
const RECOVER_PAUSE_MS = 5_000;

/** The jobs that take a redemption further, look at what became of its reward, and compare all with the providers' lists once a day. */
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

/** Looks for what dead workers left, at once and then again and again until `stop`, which waits for what runs. */
export const startRecovery = (
  transact: Transact,
  onFailure: (error: unknown) => void,
): { stop: () => Promise<void> } => repeat(() => recoverRedemptions(transact), RECOVER_PAUSE_MS, onFailure);
