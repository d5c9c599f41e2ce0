import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal } from 'node:stream';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { tablesOf } from '#database/migrations.ts';
import { AT_REST, LEFT_OUT, UNDER_WAY } from './at-rest.ts';
import { openClient, ownMigrations, readApplied, readTables } from './database.ts';
import { publish, removeFolder, writeFileOf } from './files.ts';
import { BackupError, fileOf, MANIFEST, Manifest } from './manifest.ts';

/** What of a site is not in its database. */
export interface Surroundings {
  version: string;
  /** The folder of the operator's media; it may be missing. */
  media: string;
  wallsFile: string | undefined;
  settings: string[];
  secretMark: string;
}

/** Where the files of the operator are in a backup. */
export const MEDIA = 'media';
export const WALLS_FILE = 'walls.json';

/**
 * Writes a backup into a new folder: everything that the database had committed at one moment, without holding up
 * anybody's writes, then the operator's files. The folder has its name only once all of it is on the disk. Throws
 * BackupError if the folder holds something, and the reason of `stop` if that ended it. Whatever it throws, nothing is left.
 */
export async function writeBackup(
  url: string,
  folder: string,
  site: Surroundings,
  stop?: AbortSignal,
): Promise<Manifest> {
  if (!(await isFree(folder))) throw new BackupError(`${folder} is not empty: name a folder that is new.`);
  const partial = `${folder}.partial-${randomBytes(6).toString('hex')}`;
  await mkdir(path.join(partial, 'tables'), { recursive: true, mode: 0o700 });
  try {
    const database = await writeDatabase(url, partial, stop);
    const files = await writeFiles(partial, site, stop);
    const { version, settings, secretMark } = site;
    const manifest = Manifest.parse({ format: 1, version, ...database, files, settings, secretMark });
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(path.join(partial, MANIFEST), text, { mode: 0o600, flush: true });
    stop?.throwIfAborted();
    await publish(partial, folder);
    return manifest;
  } catch (error) {
    await removeFolder(partial);
    stop?.throwIfAborted();
    throw error;
  }
}

const isFree = (folder: string): Promise<boolean> =>
  readdir(folder).then(
    (names) => names.length === 0,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );

type DatabasePart = Pick<
  Manifest,
  'takenAt' | 'database' | 'migrations' | 'tables' | 'otherTables' | 'sequences' | 'underWay'
>;

async function writeDatabase(
  url: string,
  folder: string,
  stop: AbortSignal | undefined,
): Promise<DatabasePart> {
  const client = await openClient(url);
  // Between two statements it says why it ends the connection, and the next one fails for that it has ended.
  let lost: Error | undefined;
  client.once('error', (error) => {
    lost = error;
  });
  // What is under way may wait for the database; a closed connection ends it.
  if (stop) addAbortSignal(stop, client.connection.stream);
  try {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ takenAt: Date }>('select now() as "takenAt"');
    const migrations = await readApplied(client);
    if (migrations.length === 0) throw new BackupError('The database holds no site.');
    const own = ownMigrations(migrations);
    // What it has of a later schema would be neither at rest nor left out, and no release could restore it.
    if (!own)
      throw new BackupError(
        'The database was upgraded by another release: back it up by that one, or a later one.',
      );
    const { rows: counted } = await client.query<Manifest['underWay']>(compile(UNDER_WAY));
    const [tables, ours] = [await readTables(client), tablesOf(own)];
    const written = [];
    for (const { name, columns } of tables) {
      if (LEFT_OUT.includes(name) || !ours.has(name)) continue;
      const stream = client.query(copyTo(compile(copyStatement(name, columns))));
      const digest = await writeFileOf(stream, path.join(folder, fileOf(name)), { compress: true });
      written.push({ name, columns, stream, ...digest });
    }
    // Sequences belong to no snapshot: read last, they are past every row above.
    const sequences = await readSequences(client);
    const database = await readCluster(client);
    await client.query('commit');
    const [taken, underWay] = [rows[0], counted[0]];
    if (!taken || !underWay) throw new Error('the database returned nothing');
    return {
      takenAt: taken.takenAt.toISOString(),
      database,
      migrations,
      tables: written.map(({ stream, ...table }) => ({ ...table, rows: stream.rowCount })),
      otherTables: tables.map(({ name }) => name).filter((name) => !ours.has(name)),
      sequences,
      underWay,
    };
  } catch (error) {
    throw lost ?? error;
  } finally {
    await client.end();
  }
}

function copyStatement(table: string, columns: string[]): RawBuilder<unknown> {
  const values = columns.map((column) => AT_REST[table]?.[column] ?? sql.id('r', column));
  // Somebody's own table may inherit from it.
  return sql`copy (select ${sql.join(values)} from only ${sql.table(table)} r) to stdout`;
}

/** COPY takes no parameters, so the statement must hold all of its values. */
export function compile(statement: RawBuilder<unknown>): string {
  return statement.compile(compiler).sql;
}

const compiler = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The last values given out, of sequences that have given one. */
async function readSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
}

async function readCluster(client: pg.Client): Promise<Manifest['database']> {
  const { rows } = await client.query<{ version: string; told: boolean }>(
    `select current_setting('server_version') as version,
       has_function_privilege('pg_control_system()', 'execute') as told`,
  );
  const [cluster] = rows;
  const { rows: systems } = cluster?.told
    ? await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
    : { rows: [] };
  return { version: cluster?.version ?? '', systemIdentifier: systems[0]?.id ?? null };
}

async function writeFiles(
  folder: string,
  { media, wallsFile }: Surroundings,
  stop: AbortSignal | undefined,
): Promise<Manifest['files']> {
  const written: Manifest['files'] = [];
  const add = async (from: string, file: string) => {
    const to = path.join(folder, file);
    await mkdir(path.dirname(to), { recursive: true, mode: 0o700 });
    written.push({ file, ...(await writeFileOf(createReadStream(from), to, { stop })) });
  };
  for (const file of await filesIn(media)) await add(path.join(media, file), `${MEDIA}/${file}`);
  if (wallsFile) await add(wallsFile, WALLS_FILE);
  return written;
}

/** The regular files below a folder, by their paths from it. Links are not followed. */
async function filesIn(folder: string): Promise<string[]> {
  const there = await lstat(folder).catch(() => undefined);
  if (!there?.isDirectory()) return [];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}
