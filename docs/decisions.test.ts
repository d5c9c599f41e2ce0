import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The pages of docs/decisions have one form, and every decision that is named exists. */

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const SECTIONS = ['Context', 'Decision', 'Consequences', 'Enforced by'];
/** The most lines of a page. */
const LINES_MAX = 80;

const FOLDER = 'docs/decisions';
const pages = readdirSync(path.join(root, FOLDER))
  .filter((file) => file !== 'README.md')
  .map((file) => ({ file, number: file.slice(0, 4), text: read(`${FOLDER}/${file}`) }));
const settled = read('docs/specification-decisions.md');

test.each(pages)('$file has its number, its four sections and no more than a page', ({ number, text }) => {
  expect(text).toMatch(new RegExp(`^# ${number} \\S`));
  const [, ...sections] = text.split(/^## /m);
  const filled = sections.filter((section) => section.slice(section.indexOf('\n')).trim() !== '');
  expect(filled.map((section) => section.split('\n')[0])).toEqual(SECTIONS);
  expect(text.split('\n').length).toBeLessThanOrEqual(LINES_MAX);
});

test.each(pages)('$file names a check that enforces it, or says that nothing does yet', ({ text }) => {
  const [, enforcedBy = ''] = text.split('## Enforced by\n');
  const checks = [...enforcedBy.matchAll(/`([\w./-]+\.ts)`/g)].map(([, file = '']) => file);
  expect(checks.length > 0 || enforcedBy.includes('Nothing yet:')).toBe(true);
  expect(checks.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('the list has a row for every page, with its title, in order', () => {
  const rows = [...read(`${FOLDER}/README.md`).matchAll(/^\| \[(\d{4})\]\((.+?)\) \| (.+) \|$/gm)];
  const expected = pages.map(({ file, number, text }) => [
    number,
    file,
    text.slice('# 0000 '.length, text.indexOf('\n')),
  ]);
  expect(rows.map(([, ...row]) => row)).toEqual(expected);
});

test('every decision that code or docs name by its number exists', () => {
  const files = globSync('{bench,contract,database,docs,e2e,providers,scripts,server,testing,web}/**/*', {
    cwd: root,
  }).filter((file) => /\.(ts|tsx|js|sql|md|css|html)$/.test(file));
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/\bdecisions?[ /](\d{1,4})\b/gi)].map(([, number = '']) => ({ file, number })),
  );
  expect(named.length).toBeGreaterThan(10);
  const lost = named.filter(({ number }) =>
    number.length === 4
      ? !pages.some((page) => page.number === number)
      : !settled.includes(`\n| ${number} | `),
  );
  expect(lost).toEqual([]);
});
