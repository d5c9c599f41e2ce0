import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The files and tests that docs/screens.md names exist. */

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'docs/screens.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| statement'))
  .map((line) => line.split(' | ').slice(-2));

test('every statement has a file and a test', () => {
  expect(rows.length).toBeGreaterThan(50);
  for (const [where = '', shownBy = ''] of rows) {
    expect(where).toMatch(/^`[^`]+`$/);
    expect(shownBy).toMatch(/^`[^`]+\.test\.ts` "/);
  }
});

test('every named file and every named test exists', () => {
  const missing = rows.flatMap(([where = '', shownBy = '']) => {
    const file = where.replaceAll('`', '');
    const tests = [...shownBy.matchAll(/`([^`]+\.test\.ts)` "([^"]+)"/g)];
    return [
      ...(existsSync(path.join(root, file)) ? [] : [file]),
      ...tests.flatMap(([, testFile = '', name = '']) =>
        holds(testFile, name) ? [] : [`${testFile}: ${name}`],
      ),
    ];
  });
  expect(missing).toEqual([]);
});

function holds(file: string, name: string): boolean {
  if (!existsSync(path.join(root, file))) return false;
  const source = readFileSync(path.join(root, file), 'utf8');
  return [`'${name}'`, `"${name}"`].some((quoted) => source.includes(quoted));
}
