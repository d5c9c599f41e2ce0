import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { databaseFault } from '#database/reach.ts';
import { readConfig } from '#server/config/config.ts';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { runOps, temporaryFolder } from '#testing/process.ts';
import { openRedemption } from '#testing/redemption.ts';
import { compose } from './compose.ts';

const DEVELOPED =
  'this database was used in development: its points, example missions and example rewards are worth money here';

/** A site that nobody uses yet, and how a start goes in development, and in production with a secret: the errors of its log. */
async function newSite() {
  const { url, database } = await testDatabase();
  const folder = await temporaryFolder();
  afterwards(folder.remove);
  const start = async (environment: Record<string, string>): Promise<string[]> => {
    const config = readConfig({
      DATABASE_URL: url,
      DATA_DIR: folder.path,
      ROLES: 'web',
      ...environment,
    });
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
    const begin = () => compose(config, url, log);
    // On a busy machine it may give up on the database; what watches over a site starts it again.
    const server = await begin().catch((error: unknown) => {
      if (!databaseFault(url, error)?.passes) throw error;
      return begin();
    });
    await server.close();
    return lines.map((line) => JSON.parse(line).msg as string);
  };
  const errors = (APP_SECRET = 'a secret of at least thirty-two characters') =>
    start({
      APP_ENV: 'production',
      APP_URL: 'https://rewards.example',
      APP_SECRET,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMTP_TLS: 'optional',
      MAIL_FROM: 'Rewards <no-reply@rewards.example>',
      SUPPORT_EMAIL: 'help@rewards.example',
      PASSWORD_MIN_LENGTH: '8',
    });
  return { url, database, errors, develop: () => start({ APP_ENV: 'development' }) };
}

test('a start in production says that its database was used in development', async () => {
  const { database, errors } = await newSite();
  expect(await errors()).toEqual([]);
  await sql`insert into webhook_transactions (provider, transaction_id, status, amount_mb) values ('sandbox', 'tx-1', 'reversed_early', 0)`.execute(
    database,
  );
  expect(await errors()).toEqual([DEVELOPED]);
});

test('and so it says after a start in development alone, until the examples are stopped', async () => {
  const { database, errors, develop } = await newSite();
  await develop();
  expect(await errors()).toContain(DEVELOPED);
  await database
    .updateTable('rewards')
    .set({ status: 'paused', updatedAt: sql`now()` })
    .where('status', '=', 'active')
    .execute();
  expect(await errors()).toEqual([DEVELOPED]);
  await database.updateTable('missions').set({ status: 'ended' }).execute();
  expect(await errors()).toEqual([]);
  await database.updateTable('rewards').set({ status: 'active' }).where('key', '=', 'bus-ticket').execute();
  expect(await errors()).toEqual([]);
  await sql`update rewards set updated_at = created_at where key = 'bus-ticket'`.execute(database);
  expect(await errors()).toEqual([DEVELOPED]);
});

test('a start says that redemptions need a payout provider whose settings are missing', async () => {
  const { database, errors } = await newSite();
  await openRedemption(database, { provider: 'manual' });
  expect(await errors()).toEqual([]);
  await openRedemption(database, { provider: 'tremendous' });
  expect(await errors()).toEqual(['redemptions need a payout provider that is not set up']);
});

test('a site starts with its own secret alone, until the command names another', async () => {
  const { url, errors } = await newSite();
  const other = 'another secret of thirty-two characters or more';
  const refused = 'APP_SECRET: is not the one of this site';
  expect(await errors()).toEqual([]);
  await expect(errors(other)).rejects.toThrow(refused);
  expect(await errors()).toEqual([]);
  const { code, output } = await runOps(['change-secret', '--lost'], {
    DATABASE_URL: url,
    APP_SECRET: other,
  });
  expect(code, output).toBe(0);
  expect(await errors(other)).toEqual([]);
  await expect(errors()).rejects.toThrow(refused);
});
