import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tx } from '#database/client.ts';

/**
 * Waits until `count` statements on the database wait for a lock. Within a transaction that holds it, give that one. Commits that
 * tell news, which wait for those of all databases ('object'), and those that let a table grow at once ('extend') are none.
 */
export async function untilBlocked(reader: Database | Tx, count = 1): Promise<void> {
  const blocked = async () => {
    // Within a transaction the list of sessions stays that of the first look.
    await sql`select pg_stat_clear_snapshot()`.execute(reader);
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and wait_event not in ('object', 'extend')`.execute(
      reader,
    );
    return rows.length;
  };
  await expect.poll(blocked).toBeGreaterThanOrEqual(count);
}
