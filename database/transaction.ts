import { setTimeout as pause } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import type { Announcer } from './announcer.ts';
import { type Database, mayBeCommitted, SILENCE_MARGIN_MS, sqlState, type Tx } from './client.ts';
import type { Connection } from './connection.ts';
import { isNews, MISSED, noNews, TELL_NEWS, valuesOf } from './news.ts';
import { isOutdated } from './statement.ts';

/** Errors after which a transaction can be repeated: serialization failure, deadlock. */
const REPEATABLE = new Set(['40001', '40P01']);
const TRIES_MAX = 5;
/** Longest random pause before the second try; it doubles with each further try. */
const FIRST_PAUSE_MS = 20;

/**
 * Runs `work` in one transaction, committed when it returns and rolled back when it throws. After a deadlock, a
 * serialization failure or a prepared statement that is out of date it runs again from its beginning, up to TRIES_MAX
 * times in all. So `work` may only do what is rolled back: no network calls, no counting of attempts, nothing taken out
 * of memory.
 */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Returns a function that runs transactions on this database. Their news are told by the announcer, after the commit.
 * Without one, as in a command, which ends right away, they are told by the commit itself: such commits wait for each other
 * and for those of all processes.
 */
export const transactOn =
  (database: Database, announcer?: Announcer): Transact =>
  async (work) => {
    for (let tried = 1; ; tried += 1) {
      const news = noNews();
      let isDone = false;
      try {
        const result = await database.transaction().execute(async (transaction) => {
          const done = await work(Object.assign(transaction, { news }));
          if (!announcer && isNews(news)) {
            await transaction.executeQuery(CompiledQuery.raw(TELL_NEWS, valuesOf(news)));
          }
          isDone = true;
          return done;
        });
        announcer?.tell(news);
        return result;
      } catch (error) {
        if (isDone && isNews(news) && mayBeCommitted(error)) announcer?.tell(MISSED);
        const passes = REPEATABLE.has(sqlState(error) ?? '') || isOutdated(error);
        if (tried === TRIES_MAX || !passes) throw error;
        await pause(Math.random() * FIRST_PAUSE_MS * 2 ** (tried - 1));
      }
    }
  };

/**
 * Lets each further statement of the transaction take so long, instead of what SERVER_LIMITS says. The server is silent while it
 * works, so the connection waits for it a little longer.
 */
export async function allowStatements(tx: Tx, ms: number): Promise<void> {
  await sql`set local statement_timeout = ${sql.lit(ms)}`.execute(tx);
  await tx
    .getExecutor()
    .provideConnection(async (connection) => (connection as Connection).allowSilence(ms + SILENCE_MARGIN_MS));
}

/** Takes a lock by its name until the transaction ends. Returns false at once if another transaction has it. */
export async function tryLock(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${name})) as held`.execute(tx);
  return rows[0]?.held ?? false;
}
