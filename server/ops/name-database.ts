import path from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config/config.ts';

/** Says on which database a command works, without its password, as one line for the person at the keyboard. */
export function nameDatabase({
  databaseUrl,
  databaseDirectUrl = databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseDirectUrl'>>): string {
  if (!databaseDirectUrl) return `Database: the embedded one in ${path.resolve(dataDir)}`;
  // What the driver makes of the address, which may leave parts to the environment or name a socket.
  const { database, host, port, user } = new pg.Client({ connectionString: databaseDirectUrl });
  return `Database: ${database} at ${host}:${port} as ${user}`;
}
