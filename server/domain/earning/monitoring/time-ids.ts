import { type RawBuilder, sql } from 'kysely';

/**
 * Ids of provider transactions and of starts of offers begin with their time (UUID version 7, RFC 9562 section 5.7). So the
 * primary key finds the calls of a time, and the table, which takes every credit, needs no index for it. The database makes
 * them, since the clocks of servers may differ.
 */

const NOW = beginningAt(sql`clock_timestamp()`);

/** A new id, in SQL. */
export const NEW_ID = idWith(NOW);

/** An array of new ids of one moment, in SQL: their beginning, which takes longer than the rest, is made once. */
export const newIds = (count: number): RawBuilder<string[]> => sql<string[]>`
  array(select ${idWith(sql`one.beginning`)} from (select ${NOW} as beginning) one, generate_series(1, ${count}::integer))`;

/** The smallest id of this moment. */
export function firstIdAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** The same in SQL. */
export const firstIdOf = (moment: RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  (${beginningAt(moment)} || '000-8000-000000000000')::uuid`;

function idWith(beginning: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`overlay(gen_random_uuid()::text placing ${beginning} from 1)::uuid`;
}

/** What ids of this moment begin with: its milliseconds and the version. */
function beginningAt(moment: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`regexp_replace(
    lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0'), '^(.{8})(.{4})$', '\\1-\\2-7')`;
}
