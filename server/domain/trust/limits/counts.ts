import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { fixed } from '#database/fixed.ts';
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
  /** Counts one less, if one is counted. The last one takes its row with it, or each call of a stranger would leave some. */
  takeBack: (counter: Counter) => Promise<void>;
  clear: (counter: Counter) => Promise<void>;
}

/**
 * Counts in PostgreSQL and by its clock alone: with the clock of each process, one that is ahead would end the counts
 * that all share. A count whose end lies further ahead than any, after the database's clock went back, starts anew.
 */
export function openCounts(database: Database): Counts {
  return {
    add: async ({ key, seconds }) => {
      const [count] = await addOne(database, key, seconds);
      if (!count) throw new Error('an attempt was not counted');
      return count;
    },
    read: async ({ key, seconds }) => (await readCount(database, key, seconds))[0],
    takeBack: async ({ key, seconds }) => void (await takeOneBack(database, key, seconds)),
    clear: async ({ key }) => void (await clearCount(database, key)),
  };
}

/** Milliseconds since 1970, as in the column `expire`. */
const NOW = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
const runs = (seconds: number) =>
  sql`(l.expire > ${NOW} and l.expire <= ${NOW} + (${seconds}::bigint + ${MARGIN_SECONDS}) * 1000)`;
const COUNT = sql`l.points as used, (l.expire - ${NOW})::float8 / 1000 as seconds`;

const addOne = fixed(
  (_database, key: string, seconds: number) => sql<Count>`
    insert into rate_limits as l (key, points, expire) values (${key}, 1, ${NOW} + ${seconds}::bigint * 1000)
    on conflict (key) do update set
      points = case when ${runs(seconds)} then l.points + 1 else 1 end,
      expire = case when ${runs(seconds)} then l.expire else excluded.expire end
    returning ${COUNT}`,
);
const readCount = fixed(
  (_database, key: string, seconds: number) =>
    sql<Count>`select ${COUNT} from rate_limits l where key = ${key} and ${runs(seconds)}`,
);
/** The lock comes first: what it finds, after whoever counts at the same time, says which of the two is to be done. */
const takeOneBack = fixed(
  (_database, key: string, seconds: number) => sql`
    with counted as (select key, points from rate_limits l where key = ${key} and ${runs(seconds)} for update),
    ended as (delete from rate_limits l using counted c where l.key = c.key and c.points <= 1)
    update rate_limits l set points = l.points - 1 from counted c where l.key = c.key and c.points > 1`,
);
const clearCount = fixed((_database, key: string) => sql`delete from rate_limits where key = ${key}`);
