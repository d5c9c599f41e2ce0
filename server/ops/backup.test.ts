import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '#database/migrate.ts';
import { readMigrations, tablesOf } from '#database/migrations.ts';
import { dumpSchema } from '#database/schema.ts';
import { keptSecretMark } from '#database/secret-mark.ts';
import { notify } from '#domain/notices/index.ts';
import { secretMark } from '#server/config/secret.ts';
import { afterwards } from '#testing/afterwards.ts';
import { emptyDatabase, testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { launchProcess, runOps } from '#testing/process.ts';
import { openRedemption } from '#testing/redemption.ts';
import { AT_REST, LEFT_OUT } from './backup/at-rest.ts';
import { openClient, readTables } from './backup/database.ts';
import { placeFile } from './backup/files.ts';
import { readBackup } from './backup/manifest.ts';
import { restoreDatabase } from './backup/restore-backup.ts';
import { writeBackup } from './backup/write-backup.ts';

const SECRET = 'a secret of at least thirty-two characters';
const HIDDEN = 'the value of a setting';
/** Text that COPY has to escape. */
const NAME = 'tab\t, "quotes", \\N, \\., line\nbreak, ünï©ødé 🎁';

const { database, transact, url } = await testDatabase();
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const newFolder = () => path.join(folder, randomUUID());

/** A site with a member, two open redemptions, of which one is under review, an approval and a notice that wait, a film and a walls file. */
const environment = {
  ...{ DATABASE_URL: url, DATA_DIR: path.join(folder, 'data'), APP_SECRET: SECRET },
  ...{ WALLS_FILE: path.join(folder, 'walls.json'), WALL_KEY: HIDDEN, PRODUCT_NAME: HIDDEN },
};
const member = await createMember(database, { points: 500, isAdmin: true });
await signIn(database, member);
await database
  .updateTable('users')
  .set({ name: NAME, leftMailboxes: [Buffer.from([0, 255])] })
  .where('id', '=', member.id)
  .execute();
const asked = await openRedemption(database, { provider: 'tremendous' });
const UNANSWERED = new Date('2026-07-01T10:00:00Z');
await database
  .updateTable('cardRedemptions')
  .set({ unansweredSince: UNANSWERED, lastUnansweredAt: UNANSWERED })
  .where('id', '=', asked.id)
  .execute();
const byHand = await openRedemption(database, { provider: 'manual', points: 6_000 });
for (const days of [1, -1])
  await database
    .insertInto('approvals')
    .values({
      ...{ kind: 'award', subjectId: randomUUID(), userId: member.id, requestedBy: member.id },
      ...{ payload: {}, reason: '', expiresAt: sql`now() + make_interval(days => ${days})` },
    })
    .execute();
await transact((tx) =>
  notify(tx, { key: 'test:notice', userId: member.id, kind: 'staff_role_changed', data: {} }),
);
await mkdir(path.join(environment.DATA_DIR, 'media', 'videos'), { recursive: true });
await writeFile(path.join(environment.DATA_DIR, 'media', 'videos', 'one.webm'), 'film');
await writeFile(environment.WALLS_FILE, JSON.stringify({ walls: [], note: '$' + '{WALL_KEY}' }));

const SITE = {
  ...{ version: '0', media: path.join(environment.DATA_DIR, 'media'), wallsFile: environment.WALLS_FILE },
  ...{ settings: [], secretMark: '00' },
};
const whole = newFolder();
await writeBackup(url, whole, SITE);

const withClient = async <T>(address: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  return work(client).finally(() => client.end());
};

/** Whether a connection of this name is open to the database. */
async function connected(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1',
    [name],
  );
  return rows.length > 0;
}

/** Every row of every table as text. */
const contentOf = (address: string) =>
  withClient(address, async (client) => {
    const content: Record<string, string[]> = {};
    for (const { name } of await readTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
      content[name] = rows.map(({ row }) => row);
    }
    return content;
  });

const restoreInto = async (target: string, from = whole) =>
  restoreDatabase(target, from, await readBackup(from));

test('the commands write a folder for its user alone, without secrets, and restore all of it', async () => {
  const made = newFolder();
  const wrote = await runOps(['backup', made], environment);
  expect(wrote).toMatchObject({ code: 0, output: expect.stringContaining('Everything that was committed') });
  expect((await stat(made)).mode & 0o777).toBe(0o700);
  const entries = await readdir(made, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  for (const file of files) {
    expect((await stat(file)).mode & 0o777, file).toBe(0o600);
    expect(await readFile(file, 'latin1'), file).not.toMatch(new RegExp(`${SECRET}|${HIDDEN}`));
  }
  const { settings, takenAt } = await readBackup(made);
  const kept = await database.deleteFrom('lastBackup').returning('takenAt').execute();
  expect(kept).toEqual([{ takenAt: new Date(takenAt) }]);
  expect(settings).toEqual([
    'APP_SECRET',
    'DATABASE_URL',
    'DATA_DIR',
    'PRODUCT_NAME',
    'WALLS_FILE',
    'WALL_KEY',
  ]);

  const target = { ...environment, DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() };
  const { code, output } = await runOps(['restore', made, '--verify'], target);
  expect(output).toContain('Every point is accounted for.');
  expect(output).toContain('1 redemptions were open.');
  expect(output).toContain(
    '1 redemptions wait to be made by hand. Those that were made since are among them',
  );
  expect(output).toMatch(
    /1 reviews were open\. .+ ends at its time, the first at \d{4}-\d\d-\d\dT[\d:]{8}Z\./,
  );
  expect(output).toMatch(/1 approvals were open\. .+ an award that is approved again may be given again\./);
  expect(output).toContain('were not sent yet.');
  // What waits at a vendor cannot be compared without its settings.
  expect(output).toContain('tremendous could not be asked: it is not set up here, and 1 open');
  expect(output).not.toContain('Every reward is on both sides.');
  expect(code).toBe(1);
  expect(await readFile(path.join(target.DATA_DIR, 'media/videos/one.webm'), 'utf8')).toBe('film');
});

test('a restore without the secret or a setting of the backup says so and exits 1', async () => {
  const made = newFolder();
  await writeBackup(url, made, { ...SITE, settings: ['DATABASE_URL', 'PRODUCT_NAME', 'WALL_KEY'] });
  const { APP_SECRET, WALLS_FILE } = environment;
  // Of its walls file the secret is missing.
  const target = { DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder(), APP_SECRET, WALLS_FILE };
  const { code, output } = await runOps(['restore', made], target);
  expect(output).toContain('missing here: PRODUCT_NAME, WALL_KEY.');
  expect(output).toContain('APP_SECRET is not the one of the backup');
  expect(code).toBe(1);
});

test('a backup has the mark of its site, whatever secret the command was given', async () => {
  const site = await testDatabase();
  await keptSecretMark(site.database, secretMark(SECRET));
  const made = newFolder();
  const APP_SECRET = 'made up on the machine of the standby';
  const wrote = await runOps(['backup', made], { ...environment, APP_SECRET, DATABASE_URL: site.url });
  expect(wrote.code, wrote.output).toBe(0);
  expect((await readBackup(made)).secretMark).toBe(secretMark(SECRET));
});

test('a restored database has the same rows, schema and next ids, at rest and without sessions', async () => {
  const target = await emptyDatabase();
  await restoreInto(target);
  const [before, after] = [await contentOf(url), await contentOf(target)];
  const changed = Object.keys(before).filter((table) => String(before[table]) !== String(after[table]));
  expect(changed).toEqual(['captcha_grants', 'card_redemptions', 'notices', 'sessions', 'webhook_cursor']);
  expect([after.captcha_grants, after.sessions]).toEqual([[], []]);

  await withClient(target, async (client) => {
    const schema = await withClient(url, dumpSchema);
    expect(await dumpSchema(client)).toBe(schema);
    const { rows: redemptions } = await client.query(
      `select id, attempts, unanswered_since as first, last_unanswered_at as last from card_redemptions`,
    );
    const takenAt = new Date((await readBackup(whole)).takenAt);
    expect(redemptions).toContainEqual({ id: asked.id, attempts: 1, first: UNANSWERED, last: takenAt });
    expect(redemptions).toContainEqual({ id: byHand.id, attempts: 0, first: null, last: null });
    const { rows: due } = await client.query(
      'select from notices where delivered_at is null union all select from graphile_worker.jobs',
    );
    expect(due).toEqual([]);
    // Triggers work again, and the next id is a new one.
    await expect(client.query('delete from ledger_transfers')).rejects.toThrow('append-only');
    await client.query(
      `select ledger_post(jsonb_build_array(jsonb_build_object('key', 'test:next', 'unit', 'points', 'from', 'wall:test',
        'to', 'member:' || $1::uuid, 'amount', 1, 'kind', 'adjustment', 'reference', gen_random_uuid(), 'actor', 'system')))`,
      [member.id],
    );
  });
});

test('a restored site sends no reminder again that the site has sent since the backup', async () => {
  const site = await testDatabase();
  const [ending, later] = [await openRedemption(site.database), await openRedemption(site.database)];
  for (const [{ id }, days] of [
    [ending, 13],
    [later, 15],
  ] as const)
    await sql`update card_redemptions set status = 'issued', issued_at = now() - interval '30 days',
      expires_at = now() + make_interval(days => ${days}) where id = ${id}`.execute(site.database);
  const [made, target] = [newFolder(), await emptyDatabase()];
  await writeBackup(site.url, made, SITE);
  await restoreInto(target, made);
  const { rows } = await withClient(target, (client) =>
    client.query('select id from card_redemptions where reminded_at is not null'),
  );
  expect(rows).toEqual([{ id: ending.id }]);
});

test('the owner of a database, without any other right, backs it up and restores it', async () => {
  const role = `owner_${randomUUID().slice(0, 8)}`;
  const run = (address: string, statement: string) =>
    withClient(address, (client) => client.query(statement));
  await run(url, `create role ${role} login password 'plain'`);
  afterwards(() => run(url, `drop role ${role}`));
  const target = new URL(await emptyDatabase());
  await run(url, `alter database ${target.pathname.slice(1)} owner to ${role}`);
  Object.assign(target, { username: role, password: 'plain' });
  await restoreInto(target.href);
  const again = newFolder();
  await writeBackup(target.href, again, SITE);
  // In open redemptions stands when the backup was made.
  const digests = async (from: string) =>
    (await readBackup(from)).tables.map(
      ({ name, sha256 }) => name === 'card_redemptions' || `${name} ${sha256}`,
    );
  expect(await digests(again)).toEqual(await digests(whole));
});

test('what somebody has added to the database is named and keeps no backup from being made or restored', async () => {
  const { url: source } = await testDatabase();
  const role = `other_${randomUUID().slice(0, 8)}`;
  await restoreInto(source);
  // In open redemptions stands when the backup was made.
  const withoutTime = async (address: string) => {
    await withClient(address, (client) =>
      client.query('update card_redemptions set last_unanswered_at = null'),
    );
    return contentOf(address);
  };
  const before = await withoutTime(source);
  await withClient(source, async (client) => {
    await client.query(
      `create role ${role} login password 'plain'; grant create on schema public to ${role}`,
    );
    await client.query(`create table users_copy as select * from users;
      create table heirs () inherits (mended_times); insert into heirs values ('job', 1);
      create sequence down increment -1; select nextval('down');
      create table "Mail-list" (id serial, "A b" text); insert into "Mail-list" ("A b") values ('x');
      alter table users add column "My. note" text default E'tab\\t line\\n back\\\\';
      alter table notices add column counted bigserial`);
    await client.query(`set role ${role}; create table secret (id integer); reset role`);
  });
  afterwards(() => withClient(source, (client) => client.query(`drop owned by ${role}; drop role ${role}`)));
  const [made, data] = [newFolder(), newFolder()];
  const wrote = await runOps(['backup', made], { ...environment, DATABASE_URL: source });
  expect(wrote, wrote.output).toMatchObject({
    code: 0,
    output: expect.stringMatching(
      /not the site's, and not in the backup: Mail-list, heirs, secret, users_copy\.\n/,
    ),
  });
  const { tables } = await readBackup(made);
  expect(tables.map(({ name }) => name)).toEqual((await readBackup(whole)).tables.map(({ name }) => name));

  const target = { ...environment, DATABASE_URL: await emptyDatabase(), DATA_DIR: data };
  const restored = await runOps(['restore', made], target);
  expect(restored, restored.output).toMatchObject({
    code: 0,
    output: expect.stringContaining(
      'the release has no place for it: column notices.counted, column users.My. note, sequence Mail-list_id_seq, sequence down, sequence notices_counted_seq.',
    ),
  });
  expect(await withoutTime(target.DATABASE_URL)).toEqual(before);
});

test('a backup with a strange table is restored without it, one that lacks a table or a column is refused', async () => {
  const manifest = await readBackup(whole);
  const [first] = manifest.tables;
  if (!first) throw new Error('no table');
  const of = async (tables: typeof manifest.tables) =>
    restoreDatabase(await emptyDatabase(), whole, { ...manifest, tables });
  const { leftOut } = await of([...manifest.tables, { ...first, name: 'zebra' }]);
  expect(leftOut).toEqual(['table zebra']);
  const lacks = 'The backup lacks tables or columns of its release';
  await expect(of(manifest.tables.slice(1))).rejects.toThrow(lacks);
  await expect(
    of([{ ...first, columns: first.columns.slice(1) }, ...manifest.tables.slice(1)]),
  ).rejects.toThrow(lacks);
  await expect(of([first, ...manifest.tables])).rejects.toThrow(lacks);
  const { leftOut: sessions } = await of([...manifest.tables, { ...first, name: 'sessions' }]);
  expect(sessions).toEqual(['table sessions']);
});

test("every table of the schema is known as the site's by its migrations", async () => {
  const ours = tablesOf(readMigrations());
  const others = (await withClient(url, readTables)).filter(({ name }) => !ours.has(name));
  expect(others).toEqual([]);
});

test('what a backup leaves out or writes otherwise exists', async () => {
  const tables = new Map((await withClient(url, readTables)).map(({ name, columns }) => [name, columns]));
  for (const table of LEFT_OUT) expect(tables.has(table), table).toBe(true);
  for (const [table, columns] of Object.entries(AT_REST))
    expect(tables.get(table)).toEqual(expect.arrayContaining(Object.keys(columns)));
});

/** Of tables with work under way, the columns that say nothing of it, or what is as true in a restored site. */
const AS_THEY_ARE: Record<string, string[]> = {
  notices: [
    'id',
    'key',
    'user_id',
    'kind',
    'data',
    'created_at',
    'mailed_at',
    'pushed_at',
    'pushed_to',
    'transfer_id',
  ],
  push_subscriptions: ['id', 'user_id', 'endpoint', 'p256dh', 'auth', 'created_at'],
  webhook_deliveries: ['id', 'endpoint_id', 'event_id', 'tries', 'earlier_tries', 'next_at', 'created_at'],
  webhook_events: ['id', 'type', 'happened_at', 'member_id', 'data', 'created_at'],
  webhook_cursor: ['single'],
  card_redemptions: [
    ...['id', 'user_id', 'request_id', 'created_at', 'card_tier', 'amount_cents', 'points_used', 'award_id'],
    ...['reward_id', 'reward_kind', 'reward_title', 'product_ids', 'reveal', 'promised_by'],
    ...[
      'status',
      'reason',
      'exact_reason',
      'issued_at',
      'expires_at',
      'reminded_at',
      'stopped_at',
      'leased_until',
      'resting',
      'woken',
    ],
    ...['provider', 'provider_ref', 'provider_customer', 'stripe_card_id'],
    ...['apple_wallet_url', 'google_wallet_url'],
  ],
};

test('every column of a table with work under way is written at rest, or was judged to stay as it is', async () => {
  const tables = new Map((await withClient(url, readTables)).map(({ name, columns }) => [name, columns]));
  expect(Object.keys(AS_THEY_ARE)).toEqual(Object.keys(AT_REST));
  for (const [table, columns] of Object.entries(AS_THEY_ARE))
    expect([...columns, ...Object.keys(AT_REST[table] ?? {})].sort(), table).toEqual(
      tables.get(table)?.sort(),
    );
});

test('a folder that holds something is refused, and a backup that fails leaves no folder', async () => {
  await expect(writeBackup(url, whole, SITE)).rejects.toThrow('is not empty');
  const place = newFolder();
  await mkdir(place);
  const wallsFile = path.join(place, 'missing.json');
  await expect(writeBackup(url, path.join(place, 'new'), { ...SITE, wallsFile })).rejects.toThrow('ENOENT');
  await expect(writeBackup(await emptyDatabase(), path.join(place, 'new'), SITE)).rejects.toThrow('no site');
  expect(await readdir(place)).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'a backup that %s stops leaves nothing',
  async (signal) => {
    const place = newFolder();
    await mkdir(place);
    const args = ['server/ops/main.ts', 'backup', path.join(place, 'new')];
    await withClient(url, async (client) => {
      // The backup waits for this table half-way.
      await client.query('begin; lock table users in access exclusive mode');
      const backup = await launchProcess(environment.DATA_DIR, environment, args);
      const written = () => readdir(place, { recursive: true });
      await expect.poll(written).toContainEqual(expect.stringMatching(/^new\.partial-.+\/users\.copy\.zst$/));
      expect([await backup.end(signal), backup.output()]).toEqual([
        1,
        expect.stringContaining('The backup was stopped: nothing of it is left.'),
      ]);
    });
    expect(await readdir(place)).toEqual([]);
  },
);

test('a backup that is stopped when it comes to the files leaves nothing', async () => {
  const place = newFolder();
  await mkdir(place);
  const stop = new AbortController();
  const site = {
    ...SITE,
    get wallsFile() {
      stop.abort(new Error('told to stop'));
      return SITE.wallsFile;
    },
  };
  await expect(writeBackup(url, path.join(place, 'new'), site, stop.signal)).rejects.toThrow('told to stop');
  expect(await readdir(place)).toEqual([]);
});

test('a database that somebody uses is refused untouched, one that nobody has used is filled', async () => {
  const before = await contentOf(url);
  await expect(restoreInto(url)).rejects.toThrow('The database is in use');
  expect(await contentOf(url)).toEqual(before);
  const other = await emptyDatabase();
  await withClient(other, (client) => client.query('create table somebody_elses (id integer)'));
  await expect(restoreInto(other)).rejects.toThrow('The database is in use');
  const { url: fresh } = await testDatabase();
  await restoreInto(fresh);
  expect((await contentOf(fresh)).ledger_transfers).toEqual(before.ledger_transfers);
});

/** A copy of the backup with one file changed by `change`, and the error that it is refused with. */
async function refusalOf(file: string, change: (content: Buffer) => Buffer | string): Promise<string> {
  const copy = newFolder();
  await cp(whole, copy, { recursive: true });
  const target = path.join(copy, file);
  await writeFile(target, change(await readFile(target)));
  return readBackup(copy).then(
    () => 'taken',
    (error: Error) => error.message,
  );
}
const flipped = (content: Buffer) => {
  const copy = Buffer.from(content);
  copy.writeUInt8(copy.readUInt8(copy.length >> 1) ^ 1, copy.length >> 1);
  return copy;
};

test('a backup with a changed, short or missing file, or a manifest that leads out of it, is refused', async () => {
  const users = 'tables/users.copy.zst';
  expect(await refusalOf(users, flipped)).toMatch(/^tables\/users.copy.zst is not as the backup wrote it/);
  expect(await refusalOf(users, (content) => content.subarray(1))).toMatch(/checksum/);
  expect(await refusalOf('media/videos/one.webm', () => 'other')).toMatch(/checksum/);
  expect(await refusalOf('manifest.json', (content) => content.subarray(0, -5))).toMatch(
    /manifest.json is not as/,
  );
  for (const outside of ['media/../../x', '/etc/passwd', 'media//x', '..'])
    expect(
      await refusalOf('manifest.json', (text) => String(text).replace('media/videos/one.webm', outside)),
    ).toMatch(/manifest.json is not as/);
  expect(
    await refusalOf('manifest.json', (text) => String(text).replace('"users"', '"users; drop table x"')),
  ).toMatch(/manifest.json is not as/);

  const copy = newFolder();
  await cp(whole, copy, { recursive: true });
  await rm(path.join(copy, users));
  await expect(readBackup(copy)).rejects.toThrow(
    'tables/users.copy.zst of the backup cannot be read: ENOENT',
  );
  await rm(path.join(copy, 'manifest.json'));
  await expect(readBackup(copy)).rejects.toThrow('is no whole backup');
  // As a file that belongs to another user, it is there and cannot be read, also by root.
  await mkdir(path.join(copy, 'manifest.json'));
  await expect(readBackup(copy)).rejects.toThrow('manifest.json of the backup cannot be read: EISDIR');
});

test('a backup of a later release is refused', async () => {
  const manifest = await readBackup(whole);
  const migrations = [...manifest.migrations, { name: '9999_later', checksum: 'none' }];
  await expect(restoreDatabase(await emptyDatabase(), whole, { ...manifest, migrations })).rejects.toThrow(
    'This release cannot make the schema',
  );
});

test('a database that a later release has upgraded is not backed up, one that waits for its upgrade is', async () => {
  const { url: upgraded } = await testDatabase();
  const place = newFolder();
  await mkdir(place);
  const folders = [path.join(place, 'later'), path.join(place, 'earlier')] as const;
  await withClient(upgraded, async (client) => {
    await client.query("insert into migrations (name, checksum) values ('9999_later', 'none')");
    await expect(writeBackup(upgraded, folders[0], SITE)).rejects.toThrow('upgraded by another release');
    await client.query("delete from migrations where name = '9999_later'");
  });
  expect(await readdir(place)).toEqual([]);
  const earlier = await emptyDatabase();
  await migrate(earlier, readMigrations().slice(0, 1));
  const wrote = await runOps(['backup', folders[1]], { ...environment, DATABASE_URL: earlier });
  expect(wrote, wrote.output).toMatchObject({
    code: 0,
    output: expect.stringContaining('Monitoring does not know of this backup: relation "last_backup"'),
  });
  const target = await emptyDatabase();
  await restoreInto(target, folders[1]);
  expect((await contentOf(target)).users).toEqual([]);
});

test('a database that a server runs on is refused, and a silent one is given up', async () => {
  const target = await emptyDatabase();
  await withClient(target, async (client) => {
    await client.query("set application_name = 'pocketful'");
    await expect(restoreInto(target)).rejects.toThrow('stop it first');
  });
  const client = await openClient(target, 5_000);
  await expect(client.query('select pg_sleep(3600)')).rejects.toThrow('The database is silent.');
  await client.end();
});

test('who comes between the first look and the restore keeps what is there', async () => {
  const target = await testDatabase();
  await withClient(target.url, async (other) => {
    // As another process that migrates.
    await other.query('select pg_advisory_lock(7266001)');
    const refused = expect(restoreInto(target.url)).rejects.toThrow('The database is in use');
    await expect.poll(() => connected(other, 'pocketful migrate'), WAIT).toBe(true);
    const { id } = await createMember(target.database);
    await other.query('select pg_advisory_unlock(7266001)');
    await refused;
    expect(await target.database.selectFrom('users').select('id').execute()).toEqual([{ id }]);
  });
});

test('a second restore, and a server that starts while the first one is at work, are seen', async () => {
  const { url: target } = await testDatabase();
  const held = 4711;
  await withClient(target, async (other) => {
    await other.query(`select pg_advisory_lock(${held});
      create function hold() returns boolean language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(${held});
        return true;
      end $$;
      alter table users add constraint held check (hold())`);
    const refused = expect(restoreInto(target)).rejects.toThrow('stop it first');
    const waits = async () => {
      const { rows } = await other.query(
        "select from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
        [held],
      );
      return rows.length;
    };
    await expect.poll(waits, WAIT).toBe(1);
    await expect(restoreInto(target)).rejects.toThrow('Another restore fills the database.');
    await withClient(target, async (server) => {
      await server.query("set application_name = 'pocketful live'");
      await other.query('select pg_advisory_unlock($1)', [held]);
      await refused;
    });
  });
  expect((await contentOf(target)).users).toEqual([]);
  await restoreInto(target);
  expect((await contentOf(target)).users).toHaveLength(3);
});

test('a restore that fails in the middle leaves the database empty, and the next one fills it', async () => {
  const target = await emptyDatabase();
  const manifest = await readBackup(whole);
  const tables = manifest.tables.map((table) =>
    table.name === 'webhook_transactions' ? { ...table, rows: table.rows + 1 } : table,
  );
  await expect(restoreDatabase(target, whole, { ...manifest, tables })).rejects.toThrow('rows instead of');
  expect((await contentOf(target)).users).toEqual([]);
  await restoreInto(target);
  expect((await contentOf(target)).users).toHaveLength(3);
});

test('a restore whose media find no place leaves the database empty, and the next one fills both', async () => {
  const target = { ...environment, DATABASE_URL: await emptyDatabase(), DATA_DIR: newFolder() };
  const film = path.join(target.DATA_DIR, 'media', 'videos', 'one.webm');
  // As a full disk, it lets the copy begin and not end.
  await mkdir(`${film}.partial`, { recursive: true });
  const failed = await runOps(['restore', whole], target);
  expect(failed, failed.output).toMatchObject({
    code: 1,
    output: expect.stringContaining('one.webm.partial'),
  });
  expect(await contentOf(target.DATABASE_URL)).toEqual({});
  await rm(`${film}.partial`, { recursive: true });
  const repeated = await runOps(['restore', whole], target);
  expect(repeated.output).toContain('is restored');
  expect((await contentOf(target.DATABASE_URL)).users).toHaveLength(3);
  expect(await readFile(film, 'utf8')).toBe('film');
});

test('a restore that is refused, by the database or by a file in the place of another, writes nothing', async () => {
  const used = { ...environment, DATA_DIR: newFolder() };
  expect((await runOps(['restore', whole], used)).output).toContain('The database is in use');
  await expect(readdir(used.DATA_DIR)).rejects.toThrow('ENOENT');

  const target = { ...used, DATABASE_URL: await emptyDatabase() };
  const film = path.join(target.DATA_DIR, 'media', 'videos', 'one.webm');
  for (const [make, refusal] of [
    [() => writeFile(film, 'another film'), 'differs from'],
    [() => mkdir(film), 'EISDIR'],
  ] as const) {
    await mkdir(path.dirname(film), { recursive: true });
    await make();
    expect((await runOps(['restore', whole], target)).output).toContain(refusal);
    expect(await contentOf(target.DATABASE_URL)).toEqual({});
    await rm(film, { recursive: true });
  }
});

test('a file has its name only when all of it is written, whatever was left of another try', async () => {
  const place = newFolder();
  const file = path.join(place, 'one.webm');
  await mkdir(place);
  const torn = Readable.from(
    (async function* () {
      yield Buffer.from('fi');
      throw new Error('the disk is full');
    })(),
  );
  await expect(placeFile(torn, file)).rejects.toThrow('the disk is full');
  expect(await readdir(place)).toEqual([]);
  await writeFile(`${file}.partial`, 'of a restore that was killed');
  await placeFile(Readable.from([Buffer.from('film')]), file);
  expect(await readdir(place)).toEqual(['one.webm']);
  expect(await readFile(file, 'utf8')).toBe('film');
});
