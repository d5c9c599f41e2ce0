import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test.each([
  ['=HYPERLINK("http://evil")', `"'=HYPERLINK(""http://evil"")"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', `"'\r=1"`],
  [-1, '-1'],
  ['a,b', '"a,b"'],
  ['a "b"', '"a ""b"""'],
  ['a\nb', '"a\nb"'],
  ['a\rb', '"a\rb"'],
  ['\uff1d1', '\uff1d1'],
  [' a ', ' a '],
  ['', ''],
  [0.1, '0.1'],
  [null, ''],
  [new Date(0), '1970-01-01T00:00:00.000Z'],
  [{ a: 1 }, '"{""a"":1}"'],
  [true, 'true'],
])('%j is the cell %j, which no spreadsheet runs', (value, cell) => {
  expect(toCsv(['column'], [{ column: value }])).toBe(`column\r\n${cell}\r\n`);
});
