import { type Driver, PostgresDialect, type TransactionSettings } from 'kysely';
import type pg from 'pg';
import type { Connection } from './connection.ts';

/** A connection that the pool lends. */
type Lent = Connection & Pick<pg.PoolClient, 'release'>;

/** Runs Kysely's statements on the connections of a pool. */
export class PoolDialect extends PostgresDialect {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): Driver {
    const pool = this.#pool;
    return {
      init: async () => {},
      acquireConnection: async () => (await pool.connect()) as unknown as Lent,
      releaseConnection: async (connection) => (connection as Lent).release(),
      beginTransaction: async (connection, { isolationLevel, accessMode }: TransactionSettings) => {
        const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode];
        (connection as Lent).begin(['begin', ...modes.filter((mode) => mode !== undefined)].join(' '));
      },
      commitTransaction: (connection) => (connection as Lent).endTransaction('commit'),
      rollbackTransaction: (connection) => (connection as Lent).endTransaction('rollback'),
      destroy: () => pool.end(),
    };
  }
}
