import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** README.md compares the product with others by the marks of docs/peers.md, and each of these has its source. */

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const MARKS = ['yes', 'partly', 'no', '?'];

/** The cells of each line of a table. */
const cellsOf = (text: string) =>
  [...text.matchAll(/^\| (.+) \|$/gm)].map(([, line = '']) => line.split(' | ').map((cell) => cell.trim()));

const [, ...sections] = read('docs/peers.md').split(/^## /m);
const products = sections.map((section) => ({
  name: section.slice(0, section.indexOf('\n')),
  lines: cellsOf(section).filter(([, mark = '']) => MARKS.includes(mark)),
}));
const [, comparison = ''] = /^## Beside others\n([\s\S]+?)^## /m.exec(read('README.md')) ?? [];
const [head = [], ...lines] = cellsOf(comparison);

test('each mark is one of four, and has a source or says that none was found', () => {
  expect(products).toHaveLength(6);
  for (const { name, lines: marks } of products) {
    expect(marks.length, name).toBeGreaterThan(10);
    for (const [what, mark, source = ''] of marks)
      expect(source, `${name}: ${what}`).toMatch(mark === '?' ? /^not found/ : /\S/);
  }
});

test('README.md has the marks of the page', () => {
  expect(head.slice(1)).toEqual(products.map(({ name }) => name));
  for (const [index, { name, lines: marks }] of products.entries())
    expect(
      lines.map(([what, ...row]) => [what, row[index]]),
      name,
    ).toEqual(marks.map(([what, mark]) => [what, mark]));
});
