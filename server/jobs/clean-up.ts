import type { Transact } from '#database/transaction.ts';
import { forgetExpired } from '#domain/members/index.ts';
import { expireRedemptions } from '#domain/redemption/index.ts';
import { pruneCaptcha, pruneLimits } from '#domain/trust/index.ts';
import type { Tasks } from './run.ts';

/** Forgets, every hour, what has expired. */
export const cleanUpTasks = (transact: Transact): Pick<Tasks, 'clean_up'> => ({
  clean_up: async () => {
    await transact(forgetExpired);
    await transact(pruneLimits);
    await transact(pruneCaptcha);
    await transact(expireRedemptions);
  },
});
