import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** Keeps the moment of a backup that was just made, for the metrics. */
export async function keepBackup(database: Database, takenAt: Date): Promise<void> {
  await sql`insert into last_backup (taken_at) values (${takenAt})
    on conflict (single) do update set taken_at = excluded.taken_at`.execute(database);
}

/** Undefined if the site was never backed up by its own command. */
export async function readLastBackup(database: Database): Promise<Date | undefined> {
  const { rows } = await sql<{ takenAt: Date }>`select taken_at as "takenAt" from last_backup`.execute(
    database,
  );
  return rows[0]?.takenAt;
}
