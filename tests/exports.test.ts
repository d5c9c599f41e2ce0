import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** What production files export is for production: a test uses the same way in, or a helper of `testing/`. */

const root = path.resolve(import.meta.dirname, '..');
const PRODUCTION = ['contract', 'database', 'providers', 'server'];
const FOLDERS = [...PRODUCTION, 'bench', 'docs', 'e2e', 'scripts', 'testing', 'tests', 'web'];

const texts = new Map(
  FOLDERS.flatMap(sourcesOf).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);
const isTest = (file: string) => /\.test\.tsx?$|^(docs|e2e|testing|tests)\//.test(file);
/** Every word of a file, so that a name is looked up and not searched for. */
const words = new Map([...texts].map(([file, text]) => [file, new Set(text.match(/\w+/g))]));

const exported = [...texts]
  .filter(([file]) => !isTest(file) && PRODUCTION.includes(file.split('/')[0] ?? ''))
  .flatMap(([file, text]) =>
    [...text.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm)].map(([, name = '']) => ({
      file,
      name,
    })),
  );
const usersOf = ({ file, name }: { file: string; name: string }) =>
  [...words].filter(([other, its]) => other !== file && its.has(name)).map(([other]) => other);
const list = (found: typeof exported) => found.map(({ file, name }) => `${file} ${name}`);

test('the scan sees the project', () => {
  expect(list(exported)).toContain('database/transaction.ts transactOn');
  expect(usersOf({ file: 'server/domain/ledger/post.ts', name: 'post' })).toContain(
    'server/domain/ledger/index.ts',
  );
});

test('whatever is exported is used by another file', () => {
  expect(list(exported.filter((entry) => usersOf(entry).length === 0))).toEqual([]);
});

test('only a constant, like a limit, is exported for tests alone', () => {
  const forTests = exported.filter((entry) => {
    const users = usersOf(entry);
    return users.length > 0 && users.every(isTest);
  });
  expect(list(forTests.filter(({ name }) => !/^[A-Z][A-Z0-9_]+$/.test(name)))).toEqual([]);
});

function sourcesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|js)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}
