import { createHash } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { emptyDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { startSilentProxy } from '#testing/silent-proxy.ts';
import { migrate, SchemaError, verifySchema } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';

const TABLE = migrationOf('0001_table', 'create table things (id integer primary key, name text);');
const COLUMN = migrationOf('0002_column', 'alter table things add column size integer;');
const INDEX = migrationOf(
  '0003_index',
  'drop index concurrently if exists things_name;\ncreate index concurrently things_name on things (name);',
);

function migrationOf(name: string, sql: string): Migration {
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

/** A connection that ends with the test. */
async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Every table and column, and the number of relations of any kind: what a migration would change. */
async function contents(url: string): Promise<unknown> {
  const client = await connect(url);
  const { rows: columns } = await client.query(`
    select table_schema, table_name, column_name from information_schema.columns
    where table_schema in ('public', 'graphile_worker') order by 1, 2, 3`);
  const { rows: relations } = await client.query('select count(*) from pg_class');
  return { columns, relations };
}

test('an empty database gets every migration once, and then has the schema of this version', async () => {
  const url = await emptyDatabase();
  expect(await migrate(url)).toEqual([...readMigrations().map(({ name }) => name), 'the queue of jobs']);
  await verifySchema(url);
  expect(await migrate(url)).toEqual([]);
  const client = await connect(url);
  const { rows } = await client.query('select name, checksum from migrations order by name');
  expect(rows).toEqual(readMigrations().map(({ name, checksum }) => ({ name, checksum })));
});

test('the check names what is missing and changes nothing', async () => {
  const url = await emptyDatabase();
  const before = await contents(url);
  await expect(verifySchema(url, [TABLE, COLUMN])).rejects.toThrow(
    'The database lacks migrations of this version (0001_table, 0002_column, the queue of jobs): run `npm run ops -- migrate`.',
  );
  expect(await contents(url)).toEqual(before);
  await migrate(url, [TABLE]);
  await expect(verifySchema(url, [TABLE, COLUMN])).rejects.toThrow('(0002_column)');
});

test.each([
  {
    state: 'has a migration that this version does not know',
    made: [TABLE, COLUMN],
    ours: [TABLE],
    sentence: 'has the migration 0002_column, which this version does not know',
  },
  {
    state: 'was made with another text of a migration',
    made: [TABLE, COLUMN],
    ours: [migrationOf(TABLE.name, `${TABLE.sql} `), COLUMN],
    sentence: 'The migration 0001_table was changed after this database was made with it',
  },
  {
    state: 'lacks a migration before its last one',
    made: [TABLE, INDEX],
    ours: [TABLE, COLUMN, INDEX],
    sentence: 'The migration 0002_column is missing although the database has 0003_index',
  },
  {
    state: 'was made before release 0.1.0',
    made: [TABLE],
    spoil:
      'drop table migrations; create table migrations (id serial primary key, name text, run_on timestamp)',
    ours: [TABLE],
    sentence: 'This database was made before release 0.1.0',
  },
  {
    state: 'has a newer queue',
    made: [TABLE],
    spoil: 'insert into graphile_worker.migrations (id) values (999)',
    ours: [TABLE],
    sentence: 'has the migration 999 of the queue of jobs, which this version does not know',
  },
])('a database that $state is refused in one sentence and left as it is', async (given) => {
  const url = await emptyDatabase();
  await migrate(url, given.made);
  if (given.spoil) await (await connect(url)).query(given.spoil);
  const before = await contents(url);
  for (const attempt of [migrate, verifySchema]) {
    const error = await attempt(url, given.ours).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SchemaError);
    expect((error as Error).message).toContain(given.sentence);
    expect((error as Error).message).not.toContain('\n');
  }
  expect(await contents(url)).toEqual(before);
});

test.each([
  [
    'current_setting(text)',
    '14.12 (Debian 14.12-1)',
    'This PostgreSQL is 14.12 (Debian 14.12-1): version 15 or later is needed.',
  ],
  [
    'getdatabaseencoding()',
    'LATIN1',
    'The database has the encoding LATIN1: make a new one by `createdb --encoding UTF8 --template template0`. If this one holds a site, restore a backup of it into the new one.',
  ],
])(
  'a PostgreSQL whose %s is %s is refused in one sentence and left as it is',
  async (name, says, sentence) => {
    const url = await emptyDatabase();
    // Stands in front of PostgreSQL's own function.
    await (await connect(url)).query(`
    create function public.${name} returns text language sql as $$ select '${says}' $$;
    do $$ begin execute format('alter database %I set search_path = public, pg_catalog', current_database()); end $$`);
    const before = await contents(url);
    for (const attempt of [migrate, verifySchema])
      await expect(attempt(url, [TABLE])).rejects.toThrow(new SchemaError(sentence));
    expect(await contents(url)).toEqual(before);
  },
);

test('a database that lacks the queue of jobs alone is told that it was brought up to date', async () => {
  const url = await emptyDatabase();
  await migrate(url, [TABLE]);
  await (await connect(url)).query('drop schema graphile_worker cascade');
  expect(await migrate(url, [TABLE])).toEqual(['the queue of jobs']);
  expect(await migrate(url, [TABLE])).toEqual([]);
});

test('the index by which workers find their jobs is built beside a queue that another release made, or whose own was interrupted', async () => {
  const url = await emptyDatabase();
  await migrate(url, [TABLE]);
  const client = await connect(url);
  for (const spoil of [
    'drop index graphile_worker.jobs_by_task',
    `update pg_index set indisvalid = false where indexrelid = 'graphile_worker.jobs_by_task'::regclass`,
  ]) {
    await client.query(spoil);
    await expect(verifySchema(url, [TABLE])).rejects.toThrow(
      'lacks migrations of this version (the queue of jobs)',
    );
    expect(await migrate(url, [TABLE])).toEqual(['the queue of jobs']);
    await verifySchema(url, [TABLE]);
  }
});

test('a migration that fails leaves nothing behind, and what came before it stays', async () => {
  const url = await emptyDatabase();
  const broken = migrationOf('0002_column', `${COLUMN.sql} insert into things values (1), (1);`);
  await expect(migrate(url, [TABLE, broken])).rejects.toThrow(
    'The migration 0002_column failed: duplicate key value violates unique constraint "things_pkey".',
  );
  const client = await connect(url);
  const { fields } = await client.query('select * from things');
  expect(fields.map(({ name }) => name)).toEqual(['id', 'name']);
  expect(await migrate(url, [TABLE, COLUMN])).toEqual(['0002_column', 'the queue of jobs']);
});

test('a migration of the queue that fails is told in one sentence too, and is made up for', async () => {
  const url = await emptyDatabase();
  await migrate(url, [TABLE]);
  const client = await connect(url);
  await client.query(
    'drop index graphile_worker.jobs_by_task; create table graphile_worker.jobs_by_task (id integer)',
  );
  await expect(migrate(url, [TABLE])).rejects.toThrow(
    new SchemaError('The migration of the queue of jobs failed: "jobs_by_task" is not an index.'),
  );
  await client.query('drop table graphile_worker.jobs_by_task');
  expect(await migrate(url, [TABLE])).toEqual(['the queue of jobs']);
});

test('processes that migrate at once apply each migration once, an index beside running statements too', async () => {
  const url = await emptyDatabase();
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(url, [TABLE, COLUMN, INDEX])));
  expect(applied.flat().sort()).toEqual(['0001_table', '0002_column', '0003_index', 'the queue of jobs']);
  const client = await connect(url);
  const { rows } = await client.query(
    `select indisvalid from pg_index where indexrelid = 'things_name'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

test('an index whose building was interrupted is built again', async () => {
  const url = await emptyDatabase();
  const failing = migrationOf(INDEX.name, INDEX.sql.replace('(name)', '((1 / id))'));
  await migrate(url, [TABLE, COLUMN]);
  const client = await connect(url);
  await client.query('insert into things (id) values (0)');
  await expect(migrate(url, [TABLE, COLUMN, failing])).rejects.toThrow('division by zero');
  expect(await migrate(url, [TABLE, COLUMN, INDEX])).toEqual(['0003_index']);
});

test('a migration that waits for its table lets the statements of others pass', async () => {
  const url = await emptyDatabase();
  await migrate(url, [TABLE]);
  const [holder, other, watch] = [await connect(url), await connect(url), await connect(url)];
  await holder.query('begin; select from things');
  const migrating = migrate(url, [TABLE, COLUMN]);
  await vi.waitFor(async () => {
    const { rowCount } = await watch.query(
      `select from pg_locks where relation = 'things'::regclass and not granted`,
    );
    expect(rowCount).toBe(1);
  }, WAIT);
  // Waits behind the migration, which gives up its place.
  await other.query('select from things');
  await holder.query('commit');
  expect(await migrating).toEqual(['0002_column']);
});

test('a migration that has waited for its table in vain says for whom, and leaves nothing behind', async () => {
  const url = await emptyDatabase();
  await migrate(url, [TABLE]);
  const holder = await connect(url);
  await holder.query('begin; select from things');
  // Less patient than a migration of the product.
  const waiting = migrationOf('0002_column', `set local lock_timeout = '10ms'; ${COLUMN.sql}`);
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  await expect(migrate(url, [TABLE, waiting])).rejects.toThrow(
    'The migration 0002_column failed: another transaction, such as a backup or a proof, uses a table that it changes; see pg_stat_activity, and start again when that has ended.',
  );
  await holder.query('commit');
  expect(await migrate(url, [TABLE, COLUMN])).toEqual(['0002_column']);
});

test('a look at the schema ends at a database that falls silent, and without a migration to apply nothing waits longer', async () => {
  const url = await emptyDatabase();
  await migrate(url);
  const silentAt = async (at: string, look: (through: string) => Promise<unknown>) => {
    const proxy = await startSilentProxy(url, { at });
    try {
      return await look(proxy.url).catch(({ message }: Error) => message);
    } finally {
      proxy.close();
    }
  };
  const looks = [
    silentAt('pg_try_advisory_lock', migrate),
    silentAt('from migrations', verifySchema),
    silentAt('from graphile_worker.migrations', verifySchema),
  ];
  expect(new Set(await Promise.all(looks))).toEqual(new Set(['the database is silent']));
  expect(await silentAt('from migrations', migrate)).toBe('the database is silent');
  // What the queue's own migration asks first.
  expect(await silentAt('server_version_num', migrate)).toEqual([]);
});

test('a migration may take longer than other statements', async () => {
  const url = await emptyDatabase();
  const waiting = migrationOf('0001_table', `select pg_sleep(22); ${TABLE.sql}`);
  expect(await migrate(url, [waiting])).toEqual(['0001_table', 'the queue of jobs']);
});
