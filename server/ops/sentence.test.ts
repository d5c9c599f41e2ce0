import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { freePort, runOps, temporaryFolder } from '#testing/process.ts';

/** A command whose database, folder, file or server is not there says so in one line and exits with 1. */

const { url } = await testDatabase();
const port = String(await freePort());
const folder = await temporaryFolder();
afterAll(() => folder.remove());
const changed = (change: (address: URL) => void) => {
  const address = new URL(url);
  change(address);
  return address.href;
};
const marketing = ['mail', 'marketing', '--subject', 'News', '--text', '/'];

test.each([
  [
    'no server',
    ['audit'],
    { DATABASE_URL: changed((to) => Object.assign(to, { port })) },
    /^The database \S+ at \S+ refuses connections\.$/,
  ],
  [
    'no database',
    ['audit'],
    { DATABASE_URL: changed((to) => Object.assign(to, { pathname: '/none' })) },
    /^The database none at \S+ does not exist \(.+\)\.$/,
  ],
  [
    'a wrong password',
    ['audit'],
    { DATABASE_URL: changed((to) => Object.assign(to, { password: 'a-secret' })) },
    /^The database \S+ at \S+ refuses the user or the password \(.+\)\.$/,
  ],
  [
    'no password',
    ['restore', '.'],
    { DATABASE_URL: changed((to) => Object.assign(to, { password: '' })) },
    /^The database \S+ at \S+ cannot be used \(.+password must be a string\)\.$/,
  ],
  [
    'a wrong address',
    ['audit'],
    { DATABASE_URL: 'postgres://a:a-secret@db:none/x' },
    /^DATABASE_URL: must be like postgres:/,
  ],
  ['no folder', ['audit'], { DATA_DIR: '/dev/null/x' }, /^There is no database in \/dev\/null\/x yet: /],
  ['a folder as a file', marketing, { DATABASE_URL: url }, /^EISDIR: illegal operation/],
  [
    'no site',
    ['walls', 'simulate', '--url', `http://localhost:${port}`],
    { APP_SECRET: 'of the site that is not there' },
    /^fetch failed: connect ECONNREFUSED /,
  ],
])('%s is told in one line', async (_what, args, environment, line) => {
  const { code, output } = await runOps(args, environment as Record<string, string>);
  expect(code).toBe(1);
  const said = output
    .split('\n')
    .filter((text) => text && !text.startsWith('Database: ') && text !== '1 fault.');
  expect(said).toEqual([expect.stringMatching(line)]);
  expect(output).not.toContain('a-secret');
});

test.each([
  ['backup new', 'There is no database in'],
  ['grant site', 'There is no database in'],
  ['advertiser example', 'There is no database in'],
  ['walls simulate', 'APP_SECRET: not set, and there is none in'],
  ['walls attack all', 'APP_SECRET: not set, and there is none in'],
])('%s in a folder without a site says so, and makes nothing', async (line, says) => {
  const missing = path.join(folder.path, 'mistyped');
  const { code, output } = await runOps(line.split(' '), { DATA_DIR: missing });
  expect([code, output]).toEqual([
    1,
    expect.stringContaining(`${says} ${missing} yet: name another folder in DATA_DIR`),
  ]);
  expect(existsSync(missing)).toBe(false);
});
