import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.ts';
import { fileOf } from './files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'setting-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const file = (content: string | Buffer) => {
  files += 1;
  const place = path.join(folder, `setting-${files}`);
  writeFileSync(place, content);
  return place;
};

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults;
  }
}

describe('a setting that comes from a file', () => {
  test.each(SETTINGS)('can be %s', (name) => {
    const missing = path.join(folder, 'none');
    expect(faultsOf({ [fileOf(name)]: missing })).toEqual([
      `${fileOf(name)}: its file cannot be read (ENOENT)`,
    ]);
  });

  test('has no other setting as its file', () => {
    expect(SETTINGS.filter((name) => SETTINGS.includes(fileOf(name)))).toEqual([]);
  });

  test('counts like its value, without the line breaks at the end', () => {
    const secret = 'x'.repeat(40);
    for (const text of [secret, `${secret}\n`, `${secret}\r\n`, `\ufeff${secret}\n\n`])
      expect(readConfig({ APP_SECRET_FILE: file(text) }).appSecret).toBe(secret);
    expect(readConfig({ APP_SECRET_FILE: file(' spaces stay \n') }).appSecret).toBe(' spaces stay ');
    const production = {
      APP_ENV: 'production',
      APP_URL: 'https://rewards.example',
      APP_SECRET_FILE: file(secret),
      DATABASE_URL_FILE: file('postgres://site:password@database/site\n'),
      SMTP_URL_FILE: file('smtps://site:password@mail.example:465\n'),
      MAIL_FROM: 'a@rewards.example',
      SUPPORT_EMAIL: 'b@rewards.example',
      PASSWORD_MIN_LENGTH: '8',
    };
    expect(readConfig(production)).toMatchObject({
      databaseUrl: 'postgres://site:password@database/site',
      smtpUrl: 'smtps://site:password@mail.example:465',
    });
  });

  test('is checked like its value, and its text is not repeated', () => {
    const faults = faultsOf({ PORT_FILE: file('a-secret-in-the-wrong-file') });
    expect(faults).toEqual([expect.stringMatching(/^PORT: /)]);
    expect(faults.join()).not.toContain('a-secret');
  });

  test('is refused if it is set too, whatever it says', () => {
    expect(faultsOf({ APP_SECRET: 'a-secret', APP_SECRET_FILE: file('a-secret') })).toEqual([
      'APP_SECRET_FILE: APP_SECRET is set too; keep one of them',
    ]);
  });

  test('serves the secrets of walls as well', () => {
    const { variable } = readConfig({
      OF_A_WALL_FILE: file('a-secret\n'),
      LOST_FILE: '/nowhere',
      PLAIN: 'x',
    });
    expect(variable('OF_A_WALL')).toBe('a-secret');
    expect(variable('PLAIN')).toBe('x');
    expect(variable('NONE')).toBeUndefined();
    expect(() => variable('LOST')).toThrow('LOST_FILE: its file cannot be read (ENOENT)');
  });
});

describe('a file is refused with one sentence', () => {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const subfolder = path.join(folder, 'folder');
  mkdirSync(subfolder);
  test.each([
    ['if it is empty', file('\n'), 'its file is empty'],
    ['if it is a folder', subfolder, 'must be the path of a plain file'],
    ['if it is a pipe, which may never end', pipe, 'must be the path of a plain file'],
    ['if it is a device', '/dev/zero', 'must be the path of a plain file'],
    ['if it is too long', file('x'.repeat(70_000)), 'its file is longer than 65536 bytes'],
    ['if it is in UTF-16', file(Buffer.from('\ufeffa secret', 'utf16le')), 'its file must be text in UTF-8'],
    ['without the path, which may be the secret itself', 'a-secret', 'its file cannot be read (ENOENT)'],
    ['if the path cannot be one', 'a\0secret', 'its file cannot be read (ERR_INVALID_ARG_VALUE)'],
  ])('%s', (_why, place, fault) => {
    expect(faultsOf({ APP_SECRET_FILE: place })).toEqual([`APP_SECRET_FILE: ${fault}`]);
  });
});
