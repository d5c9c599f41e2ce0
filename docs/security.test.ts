import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** docs/security.md names what proves each of its claims: here, that it is there. */

const root = path.resolve(import.meta.dirname, '..');
const guide = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const THREATS = 16;

test('every file that the security page names exists', () => {
  const named = [...guide.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|md|json))`/g)].map(([, file = '']) => file);
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

test('where the security page names a file with a number, the file has such a test', () => {
  const claims = [...guide.matchAll(/`([\w./-]+\.test\.ts)` \((\d+)\)/g)];
  expect(claims.length).toBeGreaterThan(20);
  const wrong = claims.filter(([, file = '', n]) => !read(file).includes(`'(${n}) `));
  expect(wrong.map(([claim]) => claim)).toEqual([]);
});

test('every requirement of the security page is met, not met, absent or the operator’s', () => {
  const rows = [...guide.matchAll(/^\| (\d+\.\d+\.[\d-]+) \| .+? \| (.*?) \|/gm)];
  expect(rows.length).toBeGreaterThan(190);
  const odd = rows.filter(([, , verdict = '']) => !['met', 'not met', 'none', 'operator'].includes(verdict));
  expect(odd.map(([row]) => row)).toEqual([]);
});
