import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** Whether a transaction of this wall was ever kept. */
export async function hasCredited(database: Database, wall: string): Promise<boolean> {
  const { rows } = await sql`select from webhook_transactions where provider = ${wall} limit 1`.execute(
    database,
  );
  return rows.length > 0;
}
