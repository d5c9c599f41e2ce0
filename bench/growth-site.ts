import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createDatabase, createPool, type Database } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { temporaryFolder } from '#testing/process.ts';
import { fillSite, type SiteSize } from './growth-data.ts';
import { type Child, startServer } from './intake-site.ts';

/** A site with its history, its own cluster and a server in front of it. */
export interface Site {
  name: string;
  size: SiteSize;
  folder: string;
  url: string;
  database: Database;
  server: Child & { port: number };
  close: () => Promise<void>;
}

/** What docs/self-hosting.md asks of a production database. */
const SETTINGS = {
  shared_buffers: `${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  ...{ max_wal_size: '16GB', checkpoint_timeout: '30min' },
};
/** A cluster that is lost if the fill does not end may be filled without what guards against losing it. */
const FILLING = {
  ...{ shared_buffers: '1GB', max_wal_size: '4GB', checkpoint_timeout: '30min', autovacuum: 'off' },
  ...{ fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' },
};

/**
 * Opens the site of this size. It is kept in the folder `kept`, where a later call finds it filled, or in a temporary one
 * that goes when it is closed.
 */
export async function openSite(size: SiteSize, kept: string | undefined): Promise<Site> {
  const name = `${size.credits / 1e6} million`;
  const folder = kept === undefined ? await temporaryFolder() : await keptFolder(kept, size);
  const filled = path.join(folder.path, 'filled');
  if (!(await exists(filled))) {
    console.log(
      `${name} credits of ${size.members} members in ${(await fill(folder.path, size)).toFixed(0)} s`,
    );
    await writeFile(filled, '');
  }
  const embedded = await startEmbedded(folder.path, SETTINGS);
  const database = openDatabase(embedded.url);
  const closeDatabase = async () => {
    await database.destroy();
    await embedded.stop();
    await folder.remove();
  };
  try {
    const server = await startServer('product', embedded.url);
    console.log(`${name} credits: ${await sizeOf(database)}`);
    const close = () => server.stop().then(closeDatabase);
    return { name, size, folder: folder.path, url: embedded.url, database, server, close };
  } catch (error) {
    await closeDatabase();
    throw error;
  }
}

/** A fill that did not end is thrown away. */
async function keptFolder(kept: string, { credits }: SiteSize) {
  const folder = path.resolve(kept, String(credits));
  if (!(await exists(path.join(folder, 'filled')))) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const each of [kept, folder]) await chmod(each, 0o755);
  return { path: folder, remove: async () => {} };
}

/** Returns the seconds that it took. */
async function fill(folder: string, size: SiteSize): Promise<number> {
  const embedded = await startEmbedded(folder, FILLING);
  try {
    await migrate(embedded.url);
    const database = openDatabase(embedded.url);
    try {
      return await fillSite(database, size);
    } finally {
      await database.destroy();
    }
  } finally {
    await embedded.stop();
  }
}

/** Without a limit for the time of a statement that reads or writes everything there is. */
const openDatabase = (url: string) =>
  createDatabase(createPool(url, (error) => console.error(error), { silenceMsMax: 0 }));

const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

async function sizeOf(database: Database): Promise<string> {
  const { rows } = await sql<{ size: string }>`
    select pg_size_pretty(pg_database_size(current_database())) as size`.execute(database);
  return rows[0]?.size ?? '';
}
