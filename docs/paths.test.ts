import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import admin from '#web/shared/language/messages/en/admin.json' with { type: 'json' };

/**
 * Everything that the pages name in the repository exists: files, folders, the pages and headings of links, and screens of the
 * administration.
 */

const root = path.resolve(import.meta.dirname, '..');
const SOURCE_WITHOUT_FOLDER = /^[\w.-]+\.tsx?$/;
/** Names of files that every module has. */
const FRONT_DOOR = 'index.ts';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const gitFiles = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z'], {
  cwd: root,
  encoding: 'utf8',
});
/** The files of the repository, not what somebody has put beside them; none in an archive, which has no git. */
const tracked = (gitFiles.stdout ?? '').split('\0');
const folders = foldersIn('');
/** A word in code that begins with a folder of the map is a path. */
const IN_FOLDER = new RegExp(`^(${mapIn('README.md').join('|')})/`);
const pages = globSync(['*.md', 'docs/**/*.md', 'clients/**/*.md', 'deploy/**/*.md'], { cwd: root }).map(
  (file) => ({
    file,
    text: read(file),
  }),
);
const paths = pages.flatMap(({ file, text }) => pathsIn(text).map((name) => ({ file, name })));
const links = pages.flatMap(({ file, text }) => linksIn(text).map((link) => ({ file, link })));

test('the scan sees the pages, the paths in them and their links', () => {
  expect(pages.length).toBeGreaterThan(50);
  expect(paths.length).toBeGreaterThan(300);
  expect(links.length).toBeGreaterThan(100);
});

test('every path that a page names exists', () => {
  expect(paths.filter(({ name }) => globSync(name, { cwd: root }).length === 0)).toEqual([]);
});

test.each(['README.md', 'docs/architecture.md'])(
  'the map of the folders in %s has each of them, whole or by all its parts',
  (page) => {
    const named = mapIn(page);
    const isInParts = (folder: string) =>
      !named.includes(folder) && named.some((one) => one.startsWith(`${folder}/`));
    const tree = folders.flatMap((folder) =>
      isInParts(folder) ? foldersIn(folder).map((part) => `${folder}/${part}`) : folder,
    );
    expect(tree.filter((folder) => !named.includes(folder))).toEqual([]);
  },
);

test('pages name source files by their whole path', () => {
  const bare = pages.flatMap(({ file, text }) =>
    wordsIn(text)
      .filter((name) => SOURCE_WITHOUT_FOLDER.test(name) && name !== FRONT_DOOR)
      .map((name) => ({ file, name })),
  );
  expect(bare.filter(({ name }) => !existsSync(path.join(root, name)))).toEqual([]);
});

test('every link of a page leads to a page, and to a heading of it', () => {
  const broken = links.filter(({ file, link }) => {
    const [target = '', heading] = link.split('#');
    const to = target ? path.join(path.dirname(file), target) : file;
    if (!existsSync(path.join(root, to))) return true;
    return heading !== undefined && !headingsOf(to).includes(heading);
  });
  expect(broken).toEqual([]);
});

/** The names in the first column of the page's table of folders. */
function mapIn(page: string): string[] {
  const [, ...rows] = /^\| folder \|.*\n((?:\|.*\n)+)/m.exec(read(page))?.[1]?.split('\n') ?? [];
  return rows.flatMap((row) => wordsIn(row.split('|')[1] ?? ''));
}

/** The folders that a folder of the repository has, but for hidden ones. */
test('every screen of the administration that a page names is in its navigation', () => {
  const screens = Object.values(admin.adminSections);
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/Administration, +(.{1,40})/g)].map(([, name = '']) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !screens.some((screen) => name.startsWith(screen)))).toEqual([]);
});

function foldersIn(folder: string): string[] {
  const start = folder && `${folder}/`;
  const inside = tracked.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
  const names = inside.flatMap((file) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : []));
  return [...new Set(names)].filter((name) => !name.startsWith('.'));
}

/** The paths in code, as patterns: `<vendor>` in a path stands for any name. */
function pathsIn(text: string): string[] {
  return wordsIn(text)
    .filter((word) => IN_FOLDER.test(word))
    .map((word) => word.replaceAll(/<\w+>/g, '*'));
}

/** The words of code spans and blocks, without the punctuation after them. */
function wordsIn(text: string): string[] {
  const code = [...text.matchAll(/```.*\n([\s\S]*?)```|`([^`\n]+)`/g)];
  const words = code.flatMap(([, block, span = '']) => (block ?? span).split(/[\s'"()]+/));
  return words.map((word) => word.replace(/[.,:;/]+$/, ''));
}

function linksIn(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchor that GitHub makes of a heading. */
function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
