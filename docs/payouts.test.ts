import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('every failure in docs/payouts.md names a test that exists', () => {
  const rows = [...read('docs/payouts.md').matchAll(/^\| .+ \| `(.+\.test\.ts)` \| (.+) \|$/gm)];
  expect(rows.length).toBeGreaterThan(20);
  const missing = rows.filter(([, file = '', name = '']) => !read(file).includes(name));
  expect(missing.map(([row]) => row)).toEqual([]);
});
