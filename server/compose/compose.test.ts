import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { runOps, temporaryFolder } from '#testing/process.ts';
import { compose } from './compose.ts';

/** A site in production that nobody uses yet, and how a start with a secret goes: the errors of its log. */
async function newSite() {
  const { url, database } = await testDatabase();
  const folder = await temporaryFolder();
  afterwards(folder.remove);
  const errors = async (APP_SECRET = 'a secret of at least thirty-two characters'): Promise<string[]> => {
    const config = readConfig({
      APP_ENV: 'production',
      APP_URL: 'https://rewards.example',
      APP_SECRET,
      DATABASE_URL: url,
      DATA_DIR: folder.path,
      SMTP_URL: 'smtp://127.0.0.1:1',
      SMTP_TLS: 'optional',
      MAIL_FROM: 'Rewards <no-reply@rewards.example>',
      SUPPORT_EMAIL: 'help@rewards.example',
      PASSWORD_MIN_LENGTH: '8',
      ROLES: 'web',
    });
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
    await (await compose(config, url, log)).close();
    return lines.map((line) => JSON.parse(line).msg as string);
  };
  return { url, database, errors };
}

test('a start in production says that its database was used in development', async () => {
  const { database, errors } = await newSite();
  expect(await errors()).toEqual([]);
  await sql`insert into webhook_transactions (provider, transaction_id, status, amount_mb) values ('sandbox', 'tx-1', 'reversed_early', 0)`.execute(
    database,
  );
  expect(await errors()).toEqual([
    'this database was used in development: its points and its example missions are worth money here',
  ]);
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
