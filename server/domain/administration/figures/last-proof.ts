import { sql } from 'kysely';
import { type Database, sqlState } from '#database/client.ts';

/** SQLSTATE of a write on a standby. */
const READ_ONLY = '25006';

/** What the last proof found, and when. */
export interface LastProof {
  at: Date;
  differences: number;
}

/** Keeps how the proof has just ended, for the metrics. A proof of a standby is not kept: the primary tells of its own. */
export async function keepProof(database: Pick<Database, 'getExecutor'>, differences: number): Promise<void> {
  try {
    await sql`insert into last_proof (proven_at, differences) values (now(), ${differences})
      on conflict (single) do update set proven_at = excluded.proven_at, differences = excluded.differences`.execute(
      database,
    );
  } catch (error) {
    if (sqlState(error) !== READ_ONLY) throw error;
  }
}

/** Undefined if the site was never proven. */
export async function readLastProof(database: Database): Promise<LastProof | undefined> {
  const { rows } = await sql<LastProof>`
    select proven_at as at, differences from last_proof`.execute(database);
  return rows[0];
}
