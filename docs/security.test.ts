import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The files and tests that the pages on security name exist. */

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const guide = read('docs/security.md');
const requirements = read('docs/asvs.md');
const both = guide + requirements;
const THREATS = 16;
const rows = [
  ...requirements.matchAll(/^\| (\d+\.\d+\.\d+) \| ([123]) \| .+? \| (.*?) \| ?(.*?) ?\|$/gm),
].map(([, id = '', level = '', verdict = '', why = '']) => ({ id, level, verdict, why }));

test('every file that the pages on security name exists', () => {
  const named = [...both.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|md|json))`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('every threat of the security page has tests whose names begin with its number', () => {
  const tests = ['tests', 'server/http/api', 'server/http/receivers', 'server/http/frame']
    .flatMap((folder) => globSync(`${folder}/*.test.ts`, { cwd: root }))
    .map(read)
    .join('\n');
  const numbers = Array.from({ length: THREATS }, (_, n) => n + 1);
  expect(numbers.filter((n) => !guide.includes(`\n| ${n} | `))).toEqual([]);
  expect(numbers.filter((n) => !tests.includes(`'(${n}) `))).toEqual([]);
});

test('a file that the pages on security name with a number has a test with this number', () => {
  const claims = [...both.matchAll(/`([\w./-]+\.test\.ts)` \((\d+)\)/g)];
  expect(claims.length).toBeGreaterThan(20);
  const wrong = claims.filter(([, file = '', n]) => !read(file).includes(`'(${n}) `));
  expect(wrong.map(([claim]) => claim)).toEqual([]);
});

const [, union = ''] =
  /event:((?:\s*(?:\/\*\*.*?\*\/\s*)?\| '\w+')+)/.exec(read('server/domain/members/ports.ts')) ?? [];
const events = [...union.matchAll(/\| '(\w+)'/g)].map(([, name = '']) => name);

test('every security event that is listed is reported by the code', () => {
  expect(events.length).toBeGreaterThan(20);
  const code = globSync('server/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('members/ports.ts'))
    .map(read)
    .join('\n');
  const reported = (name: string) => new RegExp(`(?:event: |report\\(|\\? |: )'${name}'`).test(code);
  expect(events.filter((name) => !reported(name))).toEqual([]);
});

/** Of these a restore gives nobody back what was taken away. */
const NOTHING_GIVEN_BACK = [
  'account_requested',
  'account_created',
  'code_refused',
  'login_succeeded',
  'login_refused',
  'login_suspended',
  'logged_out',
  'reset_requested',
  'reset_refused',
  'second_factor_refused',
  'two_factor_disabled',
  'passkey_added',
  'passkey_refused',
  'identity_refused',
  'identity_unknown',
  'outsider_refused',
  'staff_login_refused',
  'identity_linked',
  'reauthenticated',
  'password_refused',
  'email_change_requested',
  'data_exported',
];

test('the guide to a restore names every security event that it undoes to the gain of a thief', () => {
  const [, undone = ''] = /^- \*\*Passwords, second factors,(.+?)^- /ms.exec(read('docs/backup.md')) ?? [];
  const named = [...undone.matchAll(/`(\w+_\w+)`/g)].flatMap(([, name = '']) =>
    events.includes(name) ? [name] : [],
  );
  expect(named.concat(NOTHING_GIVEN_BACK).sort()).toEqual(events.toSorted());
  expect(read('docs/backup.md')).toContain('npm run ops -- two-factor reset <email>');
});

test('every requirement of the standard has one of the four verdicts', () => {
  expect(rows.length).toBe(307);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(rows.filter(({ verdict }) => !['met', 'not met', 'none', 'operator'].includes(verdict))).toEqual([]);
});

test('what is met has its test or a reason, and so has what is not', () => {
  const silent = rows.filter(({ verdict, why }) => verdict.endsWith('met') && why === '');
  expect(silent).toEqual([]);
});

test('the sum above the table is the sum of the table', () => {
  const counted = rows.filter(({ level }) => level !== '3');
  const of = (verdict: string) => counted.filter((row) => row.verdict === verdict).length;
  expect(requirements).toContain(`Of the ${counted.length} requirements of levels 1 and 2`);
  expect(requirements).toContain(
    `**${of('met')} are met, ${of('none')} have no object here, ${of('operator')} are the operator's, and ${of('not met')} are not met**`,
  );
});
