import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';

/** Most transfers per step of a roll-up, so that transactions stay short. */
export const STEP = 20_000;
/** Most steps per run; the next run continues. */
const STEPS_MAX = 1_000;

/** Repeats the step, each time in a transaction of its own, while it returns that another may find more at once. */
export async function inSteps(transact: Transact, step: (tx: Tx) => Promise<boolean>): Promise<void> {
  for (let round = 0; round < STEPS_MAX; round += 1) {
    if (!(await transact(step))) return;
  }
}
