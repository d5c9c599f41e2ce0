import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { KINDS_TO_MANY } from './notify.ts';

/** Most undelivered notices that are counted: a mail to everybody makes one for each member. */
const COUNTED_MAX = 10_000;
/** Older ones have had their last try. */
const TRIED_DAYS = 3;
/** A notice takes seconds; one that takes longer than this had to be tried again. */
const LATE_MINUTES = 15;

/**
 * How many notices still wait for a channel, and how many of them for more than 15 minutes, of each 10,000 at most. A mail to
 * everybody is not late: it is sent to a thousand members in a minute at most.
 */
export async function countUndelivered(database: Database): Promise<{ notices: number; late: number }> {
  const first = (kinds: RawBuilder<unknown>) => sql`
    select created_at from notices
    where delivered_at is null and created_at > now() - make_interval(days => ${TRIED_DAYS}) and ${kinds}
    order by created_at limit ${COUNTED_MAX}`;
  const { rows } = await sql<{ notices: number; late: number }>`
    with singly as (${first(sql`kind not in ${KINDS_TO_MANY}`)}), to_many as (${first(sql`kind in ${KINDS_TO_MANY}`)})
    select least(${COUNTED_MAX}, (select count(*) from singly) + (select count(*) from to_many))::integer as notices,
      (select count(*) from singly where created_at < now() - make_interval(mins => ${LATE_MINUTES}))::integer as late`.execute(
    database,
  );
  return rows[0] ?? { notices: 0, late: 0 };
}
