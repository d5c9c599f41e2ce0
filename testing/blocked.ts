import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tx } from '#database/client.ts';

/** Waits until `count` statements on the database wait for a lock. Within a transaction that holds it, give that one. */
export async function untilBlocked(reader: Database | Tx, count = 1): Promise<void> {
  const blocked = async () =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(reader)
    ).rows.length;
  await expect.poll(blocked).toBeGreaterThanOrEqual(count);
}
