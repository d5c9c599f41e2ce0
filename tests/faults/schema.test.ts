import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { migrate } from '#database/migrate.ts';
import { readMigrations } from '#database/migrations.ts';
import { makeSignerChain } from '#providers/passes/signer-chain.ts';
import { secretMark } from '#server/config/secret.ts';
import { emptyDatabase } from '#testing/database.ts';
import { runOps, startProcess, temporaryFolder } from '#testing/process.ts';

/** The real server and the operator's commands, at a database whose schema is not theirs. */

const folder = await temporaryFolder();
afterAll(folder.remove);

test('server and commands stop in one sentence at a schema that is not theirs, and only `ops migrate` changes it', async () => {
  const url = await emptyDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const relations = async () => (await client.query('select count(*) from pg_class')).rows;
  const start = (MIGRATE: string) => startProcess(folder.path, { DATABASE_URL: url, MIGRATE });
  const serverSays = () =>
    start('check').then(
      (server) => server.end().then((code) => `started, and ended with ${code}`),
      (error: Error) => error.message,
    );
  const commandSays = async () => {
    const { code, output } = await runOps(['audit'], { DATABASE_URL: url });
    return code === 1 ? output : `ended with ${code}`;
  };
  const expectRefusals = async (sentence: string, answers: Promise<unknown>[]) => {
    for (const output of await Promise.all(answers)) {
      expect(output).toContain(sentence);
      expect(output).not.toContain('    at ');
    }
  };

  const before = await relations();
  const names = readMigrations().map(({ name }) => name);
  await expectRefusals(
    `The database lacks migrations of this version (${names.join(', ')}, the queue of jobs)`,
    [serverSays(), commandSays()],
  );
  expect(await relations()).toEqual(before);

  const { code, output } = await runOps(['migrate'], { DATABASE_URL: url });
  expect([code, output]).toEqual([0, expect.stringContaining('0001_baseline')]);
  const server = await start('check');
  expect(await server.end()).toBe(0);

  await client.query('update migrations set checksum = reverse(checksum)');
  await expectRefusals('The migration 0001_baseline was changed after this database was made with it', [
    serverSays(),
  ]);
  await client.query(`update migrations set checksum = reverse(checksum),
    name = case name when (select max(name) from migrations) then '9999_of_a_later_release' else name end`);
  await expectRefusals('has the migration 9999_of_a_later_release, which this version does not know', [
    commandSays(),
  ]);
});

test('a start by the secret of another site, or with a fault in the walls file or a certificate, leaves the schema as it was', async () => {
  const url = await emptyDatabase();
  const names = readMigrations().map(({ name }) => name);
  await migrate(url, readMigrations().slice(0, -1));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const applied = async () =>
    (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(
      ({ name }) => name,
    );
  const secret = 'the secret of this site, which is kept elsewhere';
  await client.query('insert into secret_mark (mark) values ($1)', [secretMark(secret)]);
  const walls = path.join(folder.path, 'walls.json');
  await writeFile(walls, '{ "walls": "none" }');
  const start = (settings: Record<string, string>) =>
    startProcess(folder.path, {
      APP_ENV: 'production',
      APP_URL: 'https://rewards.example',
      APP_SECRET: secret,
      DATABASE_URL: url,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMTP_TLS: 'optional',
      MAIL_FROM: 'Rewards <no-reply@rewards.example>',
      SUPPORT_EMAIL: 'help@rewards.example',
      PASSWORD_MIN_LENGTH: '8',
      HOST: '127.0.0.1',
      SHUTDOWN_DELAY: '0',
      ...settings,
    });
  const other = start({ APP_SECRET: 'the secret of another site, beside a copy of settings' });
  await expect(other).rejects.toThrow('APP_SECRET: is not the one of this site');
  await expect(start({ WALLS_FILE: walls })).rejects.toThrow(`${walls}: `);
  const expired = await makeSignerChain({ from: new Date(0), to: new Date(86_400_000) });
  const passes = {
    APPLE_PASS_CERT: expired.certificate,
    APPLE_PASS_KEY: expired.key,
    APPLE_PASS_WWDR: expired.wwdr,
    APPLE_PASS_TYPE_ID: expired.passTypeId,
    APPLE_TEAM_ID: expired.teamId,
  };
  await expect(start(passes)).rejects.toThrow('APPLE_PASS_CERT: has expired on 1970-01-02');
  expect(await applied()).toEqual(names.slice(0, -1));

  // An address for examples, which no machine has.
  const elsewhere = await start({ HOST: '203.0.113.7' }).catch((error: Error) => error.message);
  expect(elsewhere).toContain('HOST: 203.0.113.7 is not an address of this machine');
  expect(elsewhere).not.toContain('    at ');
  const server = await start({});
  expect(await applied()).toEqual(names);
  expect(await server.end()).toBe(0);
});
