import { fileURLToPath } from 'node:url';
import { Logger, runMigrations as migrateWorker } from 'graphile-worker';
import { runner } from 'node-pg-migrate';
import pg from 'pg';

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));
const silentWorkerLogger = new Logger(() => () => {});
/** Advisory lock that makes servers that start at the same time wait; no other program uses this number. */
const MIGRATION_LOCK = 7_266_001;

/** Applies missing migrations, one process at a time; the others wait. Returns the names of those applied. */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'pocketful migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const applied = await runner({
      dbClient: client,
      dir: MIGRATIONS,
      direction: 'up',
      migrationsTable: 'migrations',
      noLock: true,
      log: () => {},
    });
    await migrateWorker({ connectionString: url, logger: silentWorkerLogger });
    return applied.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}
