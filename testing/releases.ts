import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { migrate } from '#database/migrate.ts';
import { readMigrations } from '#database/migrations.ts';

/**
 * Populated databases of the releases, in `database/releases/<version>.ndjson.gz`: a line with the migrations that made the
 * schema, then a line for each table with its rows, as PostgreSQL writes and reads them as JSON.
 */

const root = path.resolve(import.meta.dirname, '..');
const FOLDER = path.join(root, 'database/releases');
const ARCHIVE_MAX_BYTES = 100_000_000;
const ENDING = '.ndjson.gz';

/** The tables of the site, and of the queue those with jobs and their times. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, (
      select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    ) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relname <> 'migrations' and n.nspname in ('public', 'graphile_worker')
  order by 1`;
const SEQUENCES = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
  where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1`;

interface Table {
  name: string;
  columns: string;
}

interface Head {
  migrations: { name: string; checksum: string }[];
  sequences: { name: string; last: string }[];
}

/** The versions of the releases, the oldest first. */
export const releases: string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));

export const releaseFile = (version: string): string => path.join(FOLDER, `${version}${ENDING}`);

/** Writes a database down in the form of a release. */
export async function writeRelease(url: string): Promise<Buffer> {
  return connected(url, async (client) => {
    const { rows: migrations } = await client.query('select name, checksum from migrations order by name');
    const { rows: sequences } = await client.query(SEQUENCES);
    const lines = [JSON.stringify({ migrations, sequences } satisfies Head)];
    for (const { name, columns } of (await client.query<Table>(TABLES)).rows) {
      const { rows } = await client.query<{ line: string }>(
        `
        select jsonb_build_object('table', $1::text, 'rows', coalesce(jsonb_agg(to_jsonb(t)), '[]'))::text as line
        from (select ${columns} from ${name}) t`,
        [name],
      );
      lines.push(rows[0]?.line ?? '');
    }
    return gzipSync(lines.join('\n'), { level: 9 });
  });
}

/** Fills an empty database as it was at the release: its schema, its rows and its jobs. */
export async function readRelease(url: string, version: string): Promise<void> {
  const [first = '', ...lines] = gunzipSync(readFileSync(releaseFile(version)))
    .toString()
    .split('\n');
  const { migrations, sequences } = JSON.parse(first) as Head;
  await migrate(url, readMigrations().slice(0, migrations.length));
  await connected(url, async (client) => {
    const { rows: made } = await client.query('select name, checksum from migrations order by name');
    if (JSON.stringify(made) !== JSON.stringify(migrations))
      throw new Error(`The first migrations are no longer those of release ${version}.`);
    const { rows: tables } = await client.query<Table>(TABLES);
    // Neither triggers nor foreign keys: the rows are as they were.
    await client.query('begin; set local session_replication_role = replica');
    await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const line of lines) {
      const { table } = JSON.parse(line) as { table: string };
      const columns = tables.find(({ name }) => name === table)?.columns;
      await client.query(
        `insert into ${table} (${columns}) overriding system value
         select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb -> 'rows')`,
        [line],
      );
    }
    for (const { name, last } of sequences) await client.query('select setval($1, $2::bigint)', [name, last]);
    await client.query('commit; analyze');
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * The folder with the code of a release, taken from its tag, with the packages of its lock file and the present web app. Until it
 * has a tag, the release is this version. Undefined if this clone lacks the tag.
 */
export function codeOf(version: string): string | undefined {
  const tag = `v${version}`;
  const tagged = spawnSync('git', ['rev-parse', '--verify', '--quiet', `refs/tags/${tag}`], { cwd: root });
  if (tagged.status !== 0) return version === presentVersion() ? root : undefined;
  const folder = path.join(root, '.build/releases', version);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(path.join(partial, '.build'), { recursive: true });
  const files = execFileSync('git', ['archive', tag], { cwd: root, maxBuffer: ARCHIVE_MAX_BYTES });
  execFileSync('tar', ['-x', '-C', partial], { input: files });
  symlinkSync(path.join(root, '.build/web'), path.join(partial, '.build/web'));
  const lockOf = (at: string) => readFileSync(path.join(at, 'package-lock.json'), 'utf8');
  if (lockOf(partial) === lockOf(root))
    symlinkSync(path.join(root, 'node_modules'), path.join(partial, 'node_modules'));
  else execFileSync('npm', ['ci', '--omit=dev', '--prefer-offline'], { cwd: partial, stdio: 'pipe' });
  renameSync(partial, folder);
  return folder;
}

const presentVersion = (): string =>
  (JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;
