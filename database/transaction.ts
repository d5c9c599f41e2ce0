import { sql } from 'kysely';
import type { Database, Tx } from './client.ts';

/** Runs `work` in one transaction: committed when it returns, rolled back when it throws. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The transaction opener handed to procedures, which open their own around each step. */
export const transactOn =
  (database: Database): Transact =>
  (work) =>
    database.transaction().execute(work);

/** Takes a lock by its name until the transaction ends; false, at once, where another transaction has it. */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${name})) as held`.execute(tx);
  return rows[0]?.held ?? false;
}
