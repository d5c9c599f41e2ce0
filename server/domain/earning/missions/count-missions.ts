import { sql } from 'kysely';
import type { Tx } from '#database/client.ts';
import { MARGIN_SECONDS } from '#database/mended-times.ts';
import { allowStatements, type Transact } from '#database/transaction.ts';
import { lockStarted } from './rows.ts';

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

/** Counts the places anew that were counted while the database's clock was ahead. Returns of how many missions. */
export async function mendPlaces(tx: Tx): Promise<number> {
  const margin = sql`clock_timestamp() + make_interval(secs => ${MARGIN_SECONDS}::float8)`;
  const { rows } = await sql<{ id: string }>`
    select m.id from missions m join mission_places p on p.mission_id = m.id
    where p.kept_at > ${margin} or p.last_day > ((${margin}) at time zone 'UTC')::date
    order by m.id for no key update of m skip locked`.execute(tx);
  for (const { id } of rows) {
    await tx.deleteFrom('missionPlaces').where('missionId', '=', id).execute();
    await lockStarted(tx, id);
  }
  return rows.length;
}
