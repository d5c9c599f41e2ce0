import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { MARGIN_SECONDS } from '#database/mended-times.ts';
import { allowStatements, type Transact } from '#database/transaction.ts';
import { lockStarted } from './rows.ts';
import { LINK_PLACE_KEPT_MS } from './start-mission.ts';

/** A mission may have millions of attempts. */
const COUNT_MS_MAX = 300_000;

/** Counts the places of missions from before places were counted, each in a transaction of its own. */
export async function countMissions(transact: Transact): Promise<void> {
  const uncounted = await transact((tx) =>
    tx
      .selectFrom('missions')
      .select('id')
      .where(sql<boolean>`not exists (select from mission_places where mission_id = missions.id)`)
      .execute(),
  );
  for (const { id } of uncounted) {
    await transact(async (tx) => {
      await allowStatements(tx, COUNT_MS_MAX);
      // Servers of the release before may be at work on it.
      await sql`set local lock_timeout = ${sql.lit(COUNT_MS_MAX)}`.execute(tx);
      await lockStarted(tx, id);
    });
  }
}

/**
 * Counts the places anew that were counted while the database's clock was ahead, and keeps those that were promised then for as
 * long as any from now on. Returns of how many missions.
 */
export async function mendPlaces(tx: Tx): Promise<number> {
  const margin = sql`clock_timestamp() + make_interval(secs => ${MARGIN_SECONDS}::float8)`;
  const keptMax = sql`make_interval(secs => ${LINK_PLACE_KEPT_MS / 1_000})`;
  // A moment of its own in the query, by which the index is read.
  const keptTooLong = sql`completed_at is null and reserved_until > (select ${margin} + ${keptMax})`;
  const { rows } = await sql<{ id: string }>`
    select m.id from missions m join mission_places p on p.mission_id = m.id
    where p.kept_at > ${margin} or p.last_day > ((${margin}) at time zone 'UTC')::date
      or exists (select from mission_attempts where mission_id = m.id and ${keptTooLong})
    order by m.id for no key update of m skip locked`.execute(tx);
  for (const { id } of rows) {
    await tx.deleteFrom('missionPlaces').where('missionId', '=', id).execute();
    // Who leaves holds attempts without their missions. What is skipped is found the next time.
    await sql`update mission_attempts set reserved_until = now() + ${keptMax}
      where id in (select id from mission_attempts where mission_id = ${id} and ${keptTooLong}
        for no key update skip locked)`.execute(tx);
    await lockStarted(tx, id);
  }
  return rows.length;
}
