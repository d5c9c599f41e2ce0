import type { Transact } from '#database/transaction.ts';
import { watchMembers } from '#domain/trust/index.ts';
import type { Tasks } from './run.ts';

/** Looks every hour for unusual use. */
export const trustTasks = (transact: Transact): Pick<Tasks, 'watch_members'> => ({
  watch_members: () => watchMembers(transact),
});
