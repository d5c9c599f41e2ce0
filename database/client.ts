import { CamelCasePlugin, Kysely, type QueryResult, type Transaction, type UnknownRow } from 'kysely';
import pg from 'pg';
import { CONNECT_TIMEOUT_MS, Connection, type ConnectionConfig } from './connection.ts';
import type { News } from './news.ts';
import { PoolDialect } from './pool-dialect.ts';
import type { DB } from './types.ts';

export type Database = Kysely<DB>;
/**
 * An open transaction. A domain function that takes one runs inside its caller's transaction. `news` are told once it is
 * committed.
 */
export type Tx = Transaction<DB> & { readonly news: News };

/** Most connections per process; PostgreSQL allows 100 by default, for all processes together. */
export const POOL_SIZE_MAX = 10;
/** Shorter than SILENCE_MS_MAX, so that only connections in use can be silent for so long. */
const IDLE_TIMEOUT_MS = 15_000;
/** A statement, a wait for a lock and an idle open transaction are ended by the server after these milliseconds. */
export const SERVER_LIMITS = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};
/** A connection waits a little longer than the server, which gives the better error where it can still be reached. */
export const SILENCE_MARGIN_MS = 5_000;
export const SILENCE_MS_MAX = SERVER_LIMITS.statement_timeout + SILENCE_MARGIN_MS;

export interface PoolOptions {
  /** `role`: a pooler refuses limits at the start of a connection, and the role has them: see role-limits.ts. */
  limitsFrom?: 'connection' | 'role';
  /** Whether connections keep their statements prepared. */
  prepares?: boolean;
  /** Longest wait for a connection, in milliseconds, whether it is made or given back by another call. */
  connectMsMax?: number;
  /** Longest time, in milliseconds, that a connection in use waits for its server. */
  silenceMsMax?: number;
}

/** Creates a pool with these limits. `url` is a PostgreSQL connection string. */
export function createPool(
  url: string,
  onError: (error: Error) => void,
  {
    limitsFrom = 'connection',
    prepares = true,
    connectMsMax = CONNECT_TIMEOUT_MS,
    silenceMsMax = SILENCE_MS_MAX,
  }: PoolOptions = {},
): pg.Pool {
  const options: pg.PoolConfig & ConnectionConfig = {
    connectionString: url,
    // The pool passes these options to it, which its type does not say.
    Client: Connection as unknown as new () => Connection,
    max: POOL_SIZE_MAX,
    connectionTimeoutMillis: connectMsMax,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    silenceMsMax,
    prepares,
    ...(limitsFrom === 'connection' ? SERVER_LIMITS : {}),
    application_name: 'pocketful',
  };
  const pool = new pg.Pool(options);
  // A connection that the server closes, idle or in use, must not end the process.
  pool.on('connect', (client) => client.on('error', onError));
  // The pool emits the error of an idle connection a second time.
  pool.on('error', () => {});
  return pool;
}

/** Columns of statements become snake_case; those of results are camelCase already, as `Statement` reads them. */
class SnakeCasePlugin extends CamelCasePlugin {
  override async transformResult({ result }: { result: QueryResult<UnknownRow> }) {
    return result;
  }
}

/** Told of each statement that has ended: its text, in which values are `$1`, and its milliseconds. */
export type OnStatement = (text: string, ms: number) => void;

/** Typed queries over a pool of `createPool`. Columns are snake_case in SQL and camelCase in TypeScript. */
export function createDatabase(pool: pg.Pool, onStatement?: OnStatement): Database {
  return new Kysely<DB>({
    dialect: new PoolDialect(pool),
    plugins: [new SnakeCasePlugin()],
    ...(onStatement
      ? { log: ({ query, queryDurationMillis }) => onStatement(query.sql, queryDurationMillis) }
      : {}),
  });
}

/** SQLSTATE of a PostgreSQL error, or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** SQLSTATE of a connection that the server ended, in class 57. */
const ENDED_BY_SERVER = /^57P/;

/** Whether what failed with this error may have been committed: the connection was lost before the answer came. */
export function mayBeCommitted(error: unknown): boolean {
  return ENDED_BY_SERVER.test(sqlState(error) ?? '57P');
}
