import type pg from 'pg';
import { SERVER_LIMITS } from './client.ts';

/** Advisory lock of servers that start at the same time, since PostgreSQL refuses two changes of a role at once. */
const LOCK = 7_266_002;

/**
 * Makes the limits of the server the defaults of this role in this database, for connections that a pooler opens from now on.
 * A pooler refuses limits at the start of a connection, and would keep those of a `set` for the next client.
 */
export async function limitRole(direct: pg.Pool): Promise<void> {
  const limits = Object.entries(SERVER_LIMITS).map(
    ([name, ms]) =>
      `execute format('alter role %I in database %I set ${name} = ${ms}', session_user, current_database());`,
  );
  await direct.query(`do $$ begin perform pg_advisory_xact_lock(${LOCK}); ${limits.join(' ')} end $$`);
}
