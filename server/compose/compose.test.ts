import { sql } from 'kysely';
import pino from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { temporaryFolder } from '#testing/process.ts';
import { compose } from './compose.ts';

test('a start in production says that its database was used in development', async () => {
  const { url, database } = await testDatabase();
  const folder = await temporaryFolder();
  afterwards(folder.remove);
  const config = readConfig({
    APP_ENV: 'production',
    APP_URL: 'https://rewards.example',
    APP_SECRET: 'a secret of at least thirty-two characters',
    DATABASE_URL: url,
    DATA_DIR: folder.path,
    SMTP_URL: 'smtp://127.0.0.1:1',
    SMTP_TLS: 'optional',
    MAIL_FROM: 'Rewards <no-reply@rewards.example>',
    SUPPORT_EMAIL: 'help@rewards.example',
    PASSWORD_MIN_LENGTH: '8',
    ROLES: 'web',
  });
  const errors = async (): Promise<string[]> => {
    const lines: string[] = [];
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
    await (await compose(config, url, log)).close();
    return lines.map((line) => JSON.parse(line).msg as string);
  };
  expect(await errors()).toEqual([]);
  await sql`insert into webhook_transactions (provider, transaction_id, status, amount_mb) values ('sandbox', 'tx-1', 'reversed_early', 0)`.execute(
    database,
  );
  expect(await errors()).toEqual([
    'this database was used in development: its points and its example missions are worth money here',
  ]);
});
