import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** Most undelivered notices that are counted: a mail to everybody makes one for each member. */
const COUNTED_MAX = 10_000;
/** Older ones have had their last try. */
const TRIED_DAYS = 3;
/** A notice takes seconds; one that takes longer than this had to be tried again. */
const LATE_MINUTES = 15;

/**
 * How many notices still wait for a channel, and how many of them for more than 15 minutes; of the oldest 10,000. A mail to
 * everybody is not late: it is sent to a thousand members in a minute at most.
 */
export async function countUndelivered(database: Database): Promise<{ notices: number; late: number }> {
  const { rows } = await sql<{ notices: number; late: number }>`
    select count(*)::integer as notices,
      (count(*) filter (
        where kind <> 'marketing' and created_at < now() - make_interval(mins => ${LATE_MINUTES})))::integer as late
    from (
      select kind, created_at from notices
      where delivered_at is null and created_at > now() - make_interval(days => ${TRIED_DAYS})
      order by created_at limit ${COUNTED_MAX}
    ) oldest`.execute(database);
  return rows[0] ?? { notices: 0, late: 0 };
}
