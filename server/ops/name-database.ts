import path from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';

/** Says on which database a command works, without its password, as one line for the person at the keyboard. */
export function nameDatabase({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  if (!databaseUrl) return `Database: the embedded one in ${path.resolve(dataDir)}`;
  // What the driver makes of the address, which may leave parts to the environment or name a socket.
  const { database, host, port, user } = new pg.Client({ connectionString: databaseUrl });
  return `Database: ${database} at ${host}:${port} as ${user}`;
}
