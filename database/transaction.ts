import type { Database, Tx } from './client.ts';

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The transaction opener handed to procedures, which open their own around each step. */
export const transactOn =
  (database: Database): Transact =>
  (work) =>
    database.transaction().execute(work);
