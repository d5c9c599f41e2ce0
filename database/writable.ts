import { sql } from 'kysely';
import type { Database } from './client.ts';

/**
 * Throws unless the database commits a write: a message in its log of changes, which nobody reads and which leaves nothing
 * behind in a table. A standby refuses it, and the commit waits for the disk and for synchronous standbys as that of a
 * credit does: a question that writes nothing would find ready what has a full disk, or waits for a standby that is gone.
 */
export async function requireWritable(database: Database): Promise<void> {
  const { rows } = await sql`select pg_logical_emit_message(true, 'pocketful', '')
    where current_setting('transaction_read_only') = 'off'`.execute(database);
  if (rows.length === 0) throw new Error('the database is read-only');
}
