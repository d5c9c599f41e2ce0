import type pg from 'pg';
import { MARGIN_SECONDS } from '#database/mended-times.ts';

/** What is counted, and what its limit is: `points` within `seconds`, from the first on. */
export interface Counter {
  key: string;
  points: number;
  seconds: number;
}

export interface Count {
  used: number;
  /** Until the count starts anew. */
  seconds: number;
}

export interface Counts {
  /** Counts one more. */
  add: (counter: Counter) => Promise<Count>;
  /** Undefined if nothing is counted. */
  read: (counter: Counter) => Promise<Count | undefined>;
  /** Counts one less, if one is counted. */
  takeBack: (counter: Counter) => Promise<void>;
  clear: (counter: Counter) => Promise<void>;
}

/**
 * Counts in PostgreSQL and by its clock alone: with the clock of each process, one that is ahead would end the counts
 * that all share. A count whose end lies further ahead than any, after the database's clock went back, starts anew.
 */
export function openCounts(pool: pg.Pool): Counts {
  const ask = async (statement: string, { key, seconds }: Counter): Promise<Count | undefined> =>
    (await pool.query<Count>(statement, [key, seconds])).rows[0];
  return {
    add: async (counter) => {
      const count = await ask(ADD, counter);
      if (!count) throw new Error('an attempt was not counted');
      return count;
    },
    read: (counter) => ask(READ, counter),
    takeBack: async (counter) => void (await ask(TAKE_BACK, counter)),
    clear: async ({ key }) => void (await pool.query('delete from rate_limits where key = $1', [key])),
  };
}

/** Milliseconds since 1970, as in the column `expire`. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
const RUNS = `(l.expire > ${NOW} and l.expire <= ${NOW} + ($2::integer + ${MARGIN_SECONDS}) * 1000)`;
const COUNT = `l.points as used, (l.expire - ${NOW})::float8 / 1000 as seconds`;

const ADD = `
  insert into rate_limits as l (key, points, expire) values ($1, 1, ${NOW} + $2::integer * 1000)
  on conflict (key) do update set
    points = case when ${RUNS} then l.points + 1 else 1 end,
    expire = case when ${RUNS} then l.expire else excluded.expire end
  returning ${COUNT}`;
const READ = `select ${COUNT} from rate_limits l where key = $1 and ${RUNS}`;
const TAKE_BACK = `
  update rate_limits l set points = l.points - 1 where key = $1 and l.points > 0 and ${RUNS} returning ${COUNT}`;
