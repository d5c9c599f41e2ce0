import pg from 'pg';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readMigrations } from '#database/migrations.ts';
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
