import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** A feature has one name in every layer: the one that docs/glossary.md lists. */

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const foldersOf = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );

const glossary = [...read('docs/glossary.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name = '']) => name);
const contract = [...read('contract/features.ts').matchAll(/from '\.\/([a-z-]+)\.ts'/g)].map(
  ([, name = '']) => name,
);
/** Screens that show several features, and what all screens of staff share. */
const NO_FEATURE = ['dashboard', 'history', 'earn', 'shell', 'parts'];

test('the glossary lists every feature that has calls', () => {
  expect(contract.length).toBeGreaterThan(20);
  expect(contract.filter((name) => !glossary.includes(name))).toEqual([]);
});

test('every feature of the contract has its routes under its name', () => {
  expect(contract.filter((name) => !existsSync(path.join(root, `server/http/api/${name}.ts`)))).toEqual([]);
});

test('every feature that exports an endpoint is in the list of features', () => {
  const withCalls = readdirSync(path.join(root, 'contract')).filter((file) =>
    /^export const \w+ = endpoint\(/m.test(read(`contract/${file}`)),
  );
  expect(withCalls.map((file) => path.basename(file, '.ts')).toSorted()).toEqual(contract.toSorted());
});

test('every folder of screens has the name of a feature', () => {
  const folders = ['web/member', 'web/admin'].flatMap(foldersOf);
  expect(folders.filter((name) => !glossary.includes(name) && !NO_FEATURE.includes(name))).toEqual([]);
});
