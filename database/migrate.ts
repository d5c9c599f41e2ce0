import { setTimeout as pause } from 'node:timers/promises';
import { Logger, runMigrations as migrateQueue } from 'graphile-worker';
import pg from 'pg';
import { SERVER_LIMITS, SILENCE_MARGIN_MS, SILENCE_MS_MAX, sqlState } from './client.ts';
import { CONNECT_TIMEOUT_MS, Connection, type ConnectionConfig } from './connection.ts';
import { type Migration, readMigrations } from './migrations.ts';

/**
 * Brings a database to the schema of this version, or verifies that it has it. The table `migrations` holds what was
 * applied: the name, the SHA-256 of the text, and when.
 */

/** A schema that this version does not run on. The message is one sentence, for the operator. */
export class SchemaError extends Error {}

/** Advisory lock of the process that migrates; no other program uses this number. */
const MIGRATION_LOCK = 7_266_001;
/** How long to wait for another process that migrates, and between two looks at it. */
const OTHER_PROCESS_MS_MAX = 600_000;
const LOOK_MS = 200;
/** While a migration waits for its lock on a table, every statement on that table waits behind it. */
const TABLE_LOCK_TIMEOUT = '2s';
const TABLE_LOCK_TRIES_MAX = 30;
/** Longest statement of a migration, of a large table. An index beside running statements waits for all of them. */
const MIGRATION_LIMITS = { statement_timeout: 3_600_000, lock_timeout: 0 };
const MIGRATION_SILENCE_MS_MAX = MIGRATION_LIMITS.statement_timeout + SILENCE_MARGIN_MS;

/** The newest migration of graphile-worker that our version of it has; `migrate.test.ts` compares. */
const QUEUE_MIGRATION = 20;
/** By which the workers of a lane find their jobs without reading those of the others, see docs/decisions/0151. */
const QUEUE_INDEX = 'graphile_worker.jobs_by_task';
/** Names its migrations beside ours. */
const QUEUE = 'the queue of jobs';

/** The first version of PostgreSQL that has everything that the schema uses. */
const POSTGRES_MIN = 15;

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';
const LOCK_NOT_AVAILABLE = '55P03';

interface Applied {
  name: string;
  checksum: string;
}

/**
 * Applies the migrations that the database lacks, one process at a time; the others wait. Returns their names. Throws a
 * SchemaError if the database has others, or if one fails: that one leaves nothing behind.
 */
export async function migrate(url: string, migrations = readMigrations()): Promise<string[]> {
  return withOwnerConnection(url, async (client) => {
    await requireSuitable(client);
    await takeLock(client);
    const missing = missingOf(migrations, await readApplied(client));
    const lacksQueue = await lacksTheQueue(client);
    if (missing.length === 0 && !lacksQueue) return [];
    await liftLimits(client);
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    for (const migration of missing) await apply(client, migration);
    const applied = missing.map(({ name }) => name);
    if (!lacksQueue) return applied;
    try {
      await migrateTheQueue(url);
      await indexTheQueue(client);
    } catch (error) {
      throw failureOf(`of ${QUEUE}`, error);
    }
    return [...applied, QUEUE];
  });
}

/** Throws a SchemaError at a PostgreSQL that is too old, and at a database that cannot hold every language. */
async function requireSuitable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version') as version, getdatabaseencoding() as encoding`,
  );
  const { version = '', encoding } = rows[0] ?? {};
  if (Number.parseInt(version, 10) < POSTGRES_MIN)
    throw new SchemaError(`This PostgreSQL is ${version}: version ${POSTGRES_MIN} or later is needed.`);
  if (encoding !== 'UTF8')
    throw new SchemaError(
      `The database has the encoding ${encoding}: make a new one by \`createdb --encoding UTF8 --template template0\`. If this one holds a site, restore a backup of it into the new one.`,
    );
}

async function liftLimits(client: Connection): Promise<void> {
  for (const [name, ms] of Object.entries(MIGRATION_LIMITS)) await client.query(`set ${name} = ${ms}`);
  client.allowSilence(MIGRATION_SILENCE_MS_MAX);
}

/**
 * Brings the queue's own schema up to date. A pool of the queue's own would lose its handler of errors before its connection
 * is closed: a database that stops right then ended the process.
 */
async function migrateTheQueue(url: string): Promise<void> {
  const options: pg.PoolConfig & ConnectionConfig = {
    connectionString: url,
    // The pool passes these options to it, which its type does not say.
    Client: Connection as unknown as new () => Connection,
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    silenceMsMax: MIGRATION_SILENCE_MS_MAX,
    options: settingsOf(MIGRATION_LIMITS),
  };
  const pool = new pg.Pool(options);
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  try {
    await migrateQueue({ pgPool: pool, logger: new Logger(() => () => {}) });
  } finally {
    await pool.end();
  }
}

/** Like the migrations that build an index: one that was interrupted is dropped first. */
async function indexTheQueue(client: pg.Client): Promise<void> {
  const [schema, name] = QUEUE_INDEX.split('.');
  await client.query(`drop index concurrently if exists ${QUEUE_INDEX}`);
  await client.query(
    `create index concurrently ${name} on ${schema}._private_jobs (task_id, priority, run_at) where is_available`,
  );
}

/** Throws a SchemaError unless the schema of the database is the one of this version. Changes nothing. */
export async function verifySchema(url: string, migrations = readMigrations()): Promise<void> {
  await withOwnerConnection(url, async (client) => {
    await requireSuitable(client);
    const missing = missingOf(migrations, await readApplied(client)).map(({ name }) => name);
    if (await lacksTheQueue(client)) missing.push(QUEUE);
    if (missing.length === 0) return;
    throw new SchemaError(
      `The database lacks migrations of this version (${missing.join(', ')}): run \`npm run ops -- migrate\`.`,
    );
  });
}

/** Opens a connection for the owner of the schema while `work` runs. */
export async function withOwnerConnection<T>(
  url: string,
  work: (client: Connection) => Promise<T>,
): Promise<T> {
  const client = new Connection({
    connectionString: url,
    application_name: 'pocketful migrate',
    // A pooler refuses these options, before anything is left in its session.
    options: settingsOf({
      statement_timeout: SERVER_LIMITS.statement_timeout,
      lock_timeout: SERVER_LIMITS.lock_timeout,
    }),
    silenceMsMax: SILENCE_MS_MAX,
  });
  // A connection that breaks between two statements fails the next one.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    client.allowSilence();
    await client.end();
  }
}

const settingsOf = (limits: Record<string, number>) =>
  Object.entries(limits)
    .map(([name, ms]) => `-c ${name}=${ms}`)
    .join(' ');

/**
 * Asks again and again instead of waiting inside PostgreSQL: `create index concurrently` waits for every statement that is
 * under way, and so would never end beside one that waits for its process.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (const end = Date.now() + OTHER_PROCESS_MS_MAX; Date.now() < end; await pause(LOOK_MS)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken) return;
  }
  throw new SchemaError(
    'Another process has been migrating this database for ten minutes: see what its statement waits for in pg_stat_activity, then start again.',
  );
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  try {
    return (await client.query<Applied>('select name, checksum from migrations order by name')).rows;
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return [];
    if (sqlState(error) === UNDEFINED_COLUMN) {
      throw new SchemaError(
        'This database was made before release 0.1.0, and there is no way from there: name an empty one in DATABASE_URL, or another folder in DATA_DIR.',
      );
    }
    throw error;
  }
}

async function lacksTheQueue(client: pg.Client): Promise<boolean> {
  if ((await readQueueMigration(client)) < QUEUE_MIGRATION) return true;
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and indisvalid',
    [QUEUE_INDEX],
  );
  return rows.length === 0;
}

/** Returns the number of the queue's newest migration, 0 without a queue. */
async function readQueueMigration(client: pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ newest: number | null }>(
      'select max(id) as newest from graphile_worker.migrations',
    );
    const newest = rows[0]?.newest ?? 0;
    if (newest > QUEUE_MIGRATION) throw newerThanThis(`${newest} of ${QUEUE}`);
    return newest;
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return 0;
    throw error;
  }
}

const newerThanThis = (what: string) =>
  new SchemaError(
    `The database has the migration ${what}, which this version does not know: start the version that it was made with, or a newer one.`,
  );

/** The migrations that were not applied. Throws a SchemaError unless those that were are the first ones, unchanged. */
function missingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
    const migration = known.get(name);
    if (!migration) throw newerThanThis(name);
    if (migration.checksum === checksum) continue;
    throw new SchemaError(
      `The migration ${name} was changed after this database was made with it: bring back its file as it was released.`,
    );
  }
  const missing = migrations.filter(({ name }) => !applied.some((one) => one.name === name));
  const [first, last] = [missing[0]?.name, applied.at(-1)?.name];
  if (first !== undefined && last !== undefined && first < last) {
    throw new SchemaError(
      `The migration ${first} is missing although the database has ${last}: give it a number after that one.`,
    );
  }
  return missing;
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  const insert = () =>
    client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  try {
    if (isConcurrent(sql)) {
      for (const statement of sql.split(/;\s*$/m).filter((text) => text.trim()))
        await client.query(statement);
      await insert();
      return;
    }
    await repeatWhileLocked(async () => {
      await client.query(`begin; set local lock_timeout = '${TABLE_LOCK_TIMEOUT}'`);
      try {
        await client.query(sql);
        await insert();
        await client.query('commit');
      } catch (error) {
        // If the connection broke, PostgreSQL rolls back by itself.
        await client.query('rollback').catch(() => undefined);
        throw error;
      }
    });
  } catch (error) {
    throw failureOf(name, error);
  }
}

const failureOf = (migration: string, error: unknown): SchemaError =>
  new SchemaError(`The migration ${migration} failed: ${reasonOf(error)}.`, { cause: error });

/** What follows a colon in a sentence for the operator. */
const reasonOf = (error: unknown): string =>
  sqlState(error) === LOCK_NOT_AVAILABLE
    ? 'another transaction, such as a backup or a proof, uses a table that it changes; see pg_stat_activity, and start again when that has ended'
    : (error as Error).message;

/** An index that is built while the table is in use cannot be built in a transaction. */
const isConcurrent = (sql: string): boolean => /^(create( unique)?|drop) index concurrently /im.test(sql);

async function repeatWhileLocked(work: () => Promise<void>): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work();
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || tried === TABLE_LOCK_TRIES_MAX) throw error;
      // Those who waited behind it go first.
      await pause(Math.random() * 1_000);
    }
  }
}
