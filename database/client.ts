import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from './types.ts';

export type Database = Kysely<DB>;
/** An open transaction. A domain function that takes one runs inside its caller's transaction. */
export type Tx = Transaction<DB>;

/** Most connections per process; PostgreSQL allows 100 by default, for all processes together. */
export const POOL_SIZE_MAX = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_TIMEOUT_MS = 30_000;
/** A statement, a wait for a lock and an idle open transaction are ended by the server after these. */
const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;

/** Creates a pool with these limits. `url` is a PostgreSQL connection string. */
export function createPool(url: string, onError: (error: Error) => void, size = POOL_SIZE_MAX): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    application_name: 'pocketful',
  });
  // A connection that the server closes, idle or in use, must not end the process.
  pool.on('connect', (client) => client.on('error', onError));
  // The pool emits the error of an idle connection a second time.
  pool.on('error', () => {});
  return pool;
}

/** Typed queries over a pool. Columns are snake_case in SQL and camelCase in TypeScript. */
export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/** SQLSTATE of a PostgreSQL error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
