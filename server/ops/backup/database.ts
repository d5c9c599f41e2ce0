import type { Socket } from 'node:net';
import pg from 'pg';
import { type Migration, readMigrations } from '#database/migrations.ts';
import { BackupError, type Manifest } from './manifest.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
const LOCK_TIMEOUT_MS = 60_000;

/** No statement of a backup or a restore takes so long without a byte; the other side is gone or frozen. */
const SILENCE_MS_MAX = 1_800_000;

/** A connection for a backup or a restore: statements may take long, waits for locks and silence may not. */
export async function openClient(url: string, silenceMsMax = SILENCE_MS_MAX): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    application_name: 'pocketful backup',
  });
  // What is under way fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  const stream = client.connection.stream as Socket;
  stream.setTimeout(silenceMsMax, () => stream.destroy(new BackupError('The database is silent.')));
  // The text of a value must not depend on the server's settings.
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set lock_timeout = ${LOCK_TIMEOUT_MS}; set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'`);
  return client;
}

/** The migrations that made the schema, in their order; none for an empty database. */
export async function readApplied(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows: found } = await client.query<{ made: boolean }>(
    "select to_regclass('public.migrations') is not null as made",
  );
  if (!found[0]?.made) return [];
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select name, checksum from migrations order by name',
  );
  return rows;
}

/** The migrations of this release that these are; undefined if another release made the schema by others. */
export function ownMigrations(applied: Manifest['migrations']): Migration[] | undefined {
  const own = readMigrations().slice(0, applied.length);
  const text = (list: Manifest['migrations']) =>
    list.map(({ name, checksum }) => `${name} ${checksum}`).join();
  return text(own) === text(applied) ? own : undefined;
}

export interface Table {
  name: string;
  /** Those that are stored; generated ones are computed from them. */
  columns: string[];
}

/** The tables of the site, by name. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  );
  return rows;
}
