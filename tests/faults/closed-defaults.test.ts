import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { runOps, startProcess } from '#testing/process.ts';

/** What real processes do with settings that are forgotten, misspelt or in files. */

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-defaults-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { url, database } = await testDatabase();
const refusal = (environment: Record<string, string>) =>
  startProcess(folder, environment).then(
    async (server) => {
      await server.end();
      return 'It started.';
    },
    (error: Error) => error.message,
  );

test.each([
  [
    'a production without APP_ENV',
    { NODE_ENV: 'production', HOST: '0.0.0.0' },
    'APP_ENV: must be set where NODE_ENV is production',
  ],
  [
    'a development that others can reach',
    { HOST: '0.0.0.0' },
    'HOST: must be of this machine in development; set APP_ENV=production, or DEVELOPMENT_OPEN=on',
  ],
  [
    'a development behind a public address',
    { APP_URL: 'https://rewards.example' },
    'APP_URL: must be of this machine in development; set APP_ENV=production, or DEVELOPMENT_OPEN=on',
  ],
  [
    'a secret whose file is missing',
    { APP_SECRET_FILE: 'a-secret' },
    'APP_SECRET_FILE: its file cannot be read (ENOENT)',
  ],
])('the start stops at %s with one line', async (_what, environment, line) => {
  const said = await refusal(environment as Record<string, string>);
  expect(said.trimEnd().split('\n').slice(1)).toEqual(['The settings are not right:', `  - ${line}`]);
});

test('a command of the operator names its database and what is misspelt, and never a password', async () => {
  const { email } = await createMember(database);
  const granted = await runOps(['admin', 'grant', email], {
    DATABASE_URL: url,
    SMTP_ULR: 'smtp://mail.example',
  });
  expect(granted.code, granted.output).toBe(0);
  const { pathname, port, username, password } = new URL(url);
  const [unknown, named] = granted.output.split('\n');
  expect(unknown).toBe('SMTP_ULR: is no setting; the nearest is SMTP_URL');
  expect(named).toBe(`Database: ${pathname.slice(1)} at 127.0.0.1:${port} as ${username}`);
  expect(granted.output).not.toContain(password);
});
