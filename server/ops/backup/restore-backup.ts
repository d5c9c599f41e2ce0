import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { migrate } from '#database/migrate.ts';
import type { Migration } from '#database/migrations.ts';
import { COUNT_AS_REMINDED } from '#domain/redemption/index.ts';
import { SERVERS } from '#server/ops/servers.ts';
import { LEFT_OUT } from './at-rest.ts';
import { openClient, ownMigrations, readApplied, readTables, type Table } from './database.ts';
import { digestFile, placeFile } from './files.ts';
import { BackupError, fileOf, type Manifest } from './manifest.ts';
import { compile, MEDIA } from './write-backup.ts';

/** Held while a database is being filled; no other program uses this number. */
const RESTORE_LOCK = 7_266_005;

/** Throws BackupError unless this release can fill the database from the backup. Changes nothing. */
export async function verifyTarget(url: string, manifest: Manifest): Promise<void> {
  const client = await openClient(url);
  await refuseTarget(client, manifest).finally(() => client.end());
}

export interface Restored {
  tables: number;
  rows: number;
  /** What of the backup the release has no place for: somebody had added it to the database. */
  leftOut: string[];
}

/**
 * Fills an empty database, in one transaction: what fails leaves it as empty as before, and may be repeated. The schema
 * is made as it was at the backup and, after that, brought up to this release, where reminders that are due count as sent: if
 * only this fails, the rows stay. Whoever comes meanwhile, a member, a server or another restore, ends it. Throws BackupError.
 */
export async function restoreDatabase(url: string, folder: string, manifest: Manifest): Promise<Restored> {
  const client = await openClient(url);
  let restored: Restored;
  try {
    await refuseOther(client);
    await refuseTarget(client, manifest);
    await migrate(url, migrationsOf(manifest));
    const tables = await readTables(client);
    const copies = copiesInto(tables, manifest);
    const { known, others } = await sortSequences(client, manifest);
    await client.query('begin');
    await client.query(`lock table ${namesIn(tables).join(', ')} in access exclusive mode`);
    // To make the schema, and to lock it, may have taken minutes.
    await refuseUsed(client);
    await fill(client, tables, () => copyIn(client, folder, copies, known));
    // A server that starts on locked tables waits, with what it has read before of an empty site.
    await refuseServed(client);
    await client.query('commit');
    restored = {
      tables: copies.length,
      rows: copies.reduce((sum, { rows }) => sum + rows, 0),
      leftOut: [...addedByHand(copies, manifest), ...others.map(({ name }) => `sequence ${name}`)],
    };
  } finally {
    await client.end();
  }
  await migrate(url);
  await countAsReminded(url);
  return restored;
}

/** The site has gone on after its backup: of rewards that have come near their end since, it has told their members. */
async function countAsReminded(url: string): Promise<void> {
  const client = await openClient(url);
  await client.query(compile(COUNT_AS_REMINDED)).finally(() => client.end());
}

const namesIn = (tables: Table[]) => tables.map(({ name }) => pg.escapeIdentifier(name));

/** Two restores at once would both find the database empty. The lock ends with the connection. */
async function refuseOther(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    RESTORE_LOCK,
  ]);
  if (!rows[0]?.taken) throw new BackupError('Another restore fills the database.');
}

async function refuseTarget(client: pg.Client, manifest: Manifest): Promise<void> {
  await refuseUsed(client);
  if ((await readApplied(client)).length > manifest.migrations.length)
    throw new BackupError('The database was made by a later release: restore into a new, empty one.');
  migrationsOf(manifest);
}

/** The migrations of this release that make the schema of the backup. Throws BackupError if it has others. */
function migrationsOf({ migrations, version }: Manifest): Migration[] {
  const own = ownMigrations(migrations);
  if (own) return own;
  throw new BackupError(`This release cannot make the schema of ${version}, which wrote the backup.`);
}

/** A database is empty if it has no tables, or those of a site that nobody has ever used and no server runs on. */
async function refuseUsed(client: pg.Client): Promise<void> {
  if (await isUsed(client)) throw new BackupError('The database is in use: restore into a new, empty one.');
  await refuseServed(client);
}

async function refuseServed(client: pg.Client): Promise<void> {
  // A transaction sees the sessions of its first look, until it asks for another one.
  await client.query('select pg_stat_clear_snapshot()');
  const { rows: others } = await client.query(
    `select from pg_stat_activity
     where datname = current_database() and application_name = any($1)`,
    [['pocketful', ...SERVERS]],
  );
  if (others.length > 0) throw new BackupError('A server or a command uses the database: stop it first.');
}

async function isUsed(client: pg.Client): Promise<boolean> {
  const tables = await readTables(client);
  if (tables.length === 0) return false;
  const ours =
    tables.some(({ name }) => name === 'users') && tables.some(({ name }) => name === 'ledger_transfers');
  if (!ours) return true;
  const { rows } = await client.query('select from users union all select from ledger_transfers limit 1');
  return rows.length > 0;
}

/** A table of the backup, and which of its columns the table of the release has. */
interface Copy {
  name: string;
  rows: number;
  columns: { name: string; ours: boolean }[];
}

/**
 * The tables of the backup that the release has. Others, and other columns, were added by hand and have no place. Throws
 * BackupError if a table or a column of the release is not in the backup.
 */
function copiesInto(tables: Table[], manifest: Manifest): Copy[] {
  const expected = tables.filter(({ name }) => !LEFT_OUT.includes(name));
  const copies = manifest.tables.flatMap(({ name, columns, rows }) => {
    const ours = expected.find((table) => table.name === name)?.columns;
    if (!ours) return [];
    return [{ name, rows, columns: columns.map((one) => ({ name: one, ours: ours.includes(one) })) }];
  });
  const text = (list: Table[]) => list.map(({ name, columns }) => `${name} ${columns.toSorted()}`).join('\n');
  const found = copies.map(({ name, columns }) => ({ name, columns: namesOf(columns, true) }));
  if (text(found) === text(expected)) return copies;
  throw new BackupError(
    'The backup lacks tables or columns of its release: it was changed, or its database was.',
  );
}

const namesOf = (columns: Copy['columns'], ours: boolean) =>
  columns.filter((column) => column.ours === ours).map(({ name }) => name);

function addedByHand(copies: Copy[], manifest: Manifest): string[] {
  const tables = manifest.tables.filter(({ name }) => !copies.some((copy) => copy.name === name));
  const columns = copies.flatMap((copy) =>
    namesOf(copy.columns, false).map((column) => `column ${copy.name}.${column}`),
  );
  return [...tables.map(({ name }) => `table ${name}`), ...columns];
}

/** The sequences of the backup that the release has, and those of tables and columns that it has not. */
async function sortSequences(client: pg.Client, { sequences }: Manifest) {
  const { rows } = await client.query<{ name: string }>(
    "select sequencename as name from pg_sequences where schemaname = 'public'",
  );
  const isKnown = (one: { name: string }) => rows.some(({ name }) => name === one.name);
  return { known: sequences.filter(isKnown), others: sequences.filter((one) => !isKnown(one)) };
}

/**
 * Empties the tables, then fills them in any order and without effects: triggers would write what is in the backup
 * already, and foreign keys are cheaper checked once, when they come back.
 */
async function fill(client: pg.Client, tables: Table[], copy: () => Promise<void>): Promise<void> {
  const names = namesIn(tables);
  const { rows: keys } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`,
  );
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  for (const { owner, name } of keys) await client.query(`alter table ${owner} drop constraint ${name}`);
  await client.query(`truncate ${names.join(', ')}`);
  await copy();
  for (const { owner, name, definition } of keys)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  await client.query(`analyze ${names.join(', ')}`);
}

async function copyIn(
  client: pg.Client,
  folder: string,
  copies: Copy[],
  sequences: Manifest['sequences'],
): Promise<void> {
  for (const { name, columns, rows } of copies) {
    const list = namesOf(columns, true).map((column) => pg.escapeIdentifier(column));
    const target = client.query(copyFrom(`copy ${pg.escapeIdentifier(name)} (${list}) from stdin`));
    const source = createReadStream(path.join(folder, fileOf(name)));
    if (columns.every(({ ours }) => ours)) await pipeline(source, createZstdDecompress(), target);
    else
      await pipeline(
        source,
        createZstdDecompress(),
        (text: Readable) => withoutOthers(columns, text),
        target,
      );
    if (target.rowCount !== rows)
      throw new BackupError(`${name} has ${target.rowCount} rows instead of ${rows}.`);
  }
  for (const { name, last } of sequences)
    await client.query('select setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(name), last]);
}

/** The text of COPY without columns that are not ours. Within a value it writes tabs and line breaks otherwise. */
async function* withoutOthers(columns: Copy['columns'], text: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    const kept = lines.map((line) => {
      const values = line.split('\t').filter((_, index) => columns[index]?.ours);
      return `${values.join('\t')}\n`;
    });
    yield Buffer.from(kept.join(''), 'latin1');
  }
}

interface MediaFile {
  from: string;
  to: string;
}

/** The operator's media that are not in their folder yet. Throws BackupError if another file is in the place of one. */
export async function missingMedia(folder: string, media: string, manifest: Manifest): Promise<MediaFile[]> {
  const missing: MediaFile[] = [];
  for (const { file, sha256 } of manifest.files) {
    if (!file.startsWith(`${MEDIA}/`)) continue;
    const to = path.join(media, file.slice(MEDIA.length + 1));
    const there = await digestFile(to).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (!there) missing.push({ from: path.join(folder, file), to });
    else if (there.sha256 !== sha256) throw new BackupError(`${to} differs from the backup's.`);
  }
  return missing;
}

export async function restoreMedia(missing: MediaFile[]): Promise<void> {
  for (const { from, to } of missing) {
    await mkdir(path.dirname(to), { recursive: true });
    await placeFile(createReadStream(from), to);
  }
}
