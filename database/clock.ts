import { sql } from 'kysely';
import type { Database } from './client.ts';

/** The database's clock, by which everything goes that several processes share; a process may have a wrong one. */
export async function readClock(database: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(database);
  const [row] = rows;
  if (!row) throw new Error('the database did not tell its time');
  return row.now;
}
