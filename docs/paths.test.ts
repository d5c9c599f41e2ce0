import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What the pages name in the repository is there: files, folders, and the pages and headings that links lead to. */

const root = path.resolve(import.meta.dirname, '..');
/** Where files of the repository live; a word in code that begins with one of them is a path. */
const FOLDERS = [
  'bench',
  'contract',
  'database',
  'docs',
  'e2e',
  'providers',
  'scripts',
  'server',
  'testing',
  'tests',
  'web',
];

const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8'),
}));

test('the scan sees the pages, the paths in them and their links', () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.flatMap(({ text }) => pathsIn(text)).length).toBeGreaterThan(300);
  expect(pages.flatMap(({ text }) => linksIn(text)).length).toBeGreaterThan(100);
});

test.each(pages)('every path that $file names is there', ({ text }) => {
  expect(pathsIn(text).filter((name) => globSync(name, { cwd: root }).length === 0)).toEqual([]);
});

test.each(pages)('every link of $file leads to a page, and to a heading of it', ({ file, text }) => {
  const broken = linksIn(text).filter((link) => {
    const [target = '', heading] = link.split('#');
    const to = target ? path.join(path.dirname(file), target) : file;
    if (globSync(to, { cwd: root }).length === 0) return true;
    return heading !== undefined && !headingsOf(to).includes(heading);
  });
  expect(broken).toEqual([]);
});

/** The paths in code spans and blocks, as patterns: `<vendor>` in a path stands for any name. */
function pathsIn(text: string): string[] {
  const code = [...text.matchAll(/```.*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    ([, block, span]) => block ?? span,
  );
  const words = code.flatMap((part = '') => part.split(/[\s'"()]+/));
  return words
    .map((word) => word.replace(/[.,:;/]+$/, '').replaceAll(/<\w+>/g, '*'))
    .filter((word) => FOLDERS.some((folder) => word.startsWith(`${folder}/`)));
}

function linksIn(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return links.filter((target) => !/^[a-z]+:/.test(target));
}

/** As GitHub names the headings of a page in addresses. */
function headingsOf(file: string): string[] {
  const titles = [...readFileSync(path.join(root, file), 'utf8').matchAll(/^#+ (.+)$/gm)];
  return titles.map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
