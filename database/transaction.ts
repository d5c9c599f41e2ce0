import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, sqlState, type Tx } from './client.ts';

/** PostgreSQL has ended one of several transactions that cannot all go on: serialization failure, deadlock. */
const REPEATABLE = new Set(['40001', '40P01']);
const TRIES_MAX = 5;
/** Before the second try at most so long; twice as long before each further one. */
const FIRST_PAUSE_MS = 20;

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Where PostgreSQL ends it for the
 * sake of another one (deadlock, serialization failure) it runs again from its beginning, up to TRIES_MAX times in all.
 * So `work` may only do what is rolled back: no network, no counting of attempts, nothing taken out of memory.
 */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The transaction opener handed to procedures, which open their own around each step. */
export const transactOn =
  (database: Database): Transact =>
  async (work) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await database.transaction().execute(work);
      } catch (error) {
        if (tried === TRIES_MAX || !REPEATABLE.has(sqlState(error) ?? '')) throw error;
        await pause(Math.random() * FIRST_PAUSE_MS * 2 ** (tried - 1));
      }
    }
  };

/** Takes a lock by its name until the transaction ends; false, at once, where another transaction has it. */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${name})) as held`.execute(tx);
  return rows[0]?.held ?? false;
}
