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

test('every requirement of the standard has one of the four verdicts', () => {
  const rows = [...requirements.matchAll(/^\| (\d+\.\d+\.[\d-]+) \| .+? \| (.*?) \|/gm)];
  expect(rows.length).toBeGreaterThan(190);
  const odd = rows.filter(([, , verdict = '']) => !['met', 'not met', 'none', 'operator'].includes(verdict));
  expect(odd.map(([row]) => row)).toEqual([]);
});
