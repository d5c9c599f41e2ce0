import { describe, expect, test } from 'vitest';
import { STOCK_LINES_MAX, VOUCHER_CODE_MAX_LENGTH } from '#contract/rewards.values.ts';
import { endOfDay, readStockFile } from './stock-file.ts';

const NOW = new Date('2027-01-15T12:00:00Z');
const read = (csv: string) => readStockFile(csv, NOW);
const codes = (csv: string) => read(csv).vouchers.map(({ code }) => code);
const problems = (csv: string) => read(csv).problems.map(({ line, problem }) => `${line} ${problem}`);

describe('readStockFile', () => {
  test('reads code, pin and last day, of which pin and last day are optional', () => {
    expect(read('AAA,1234,2027-01-31\nBBB,,2027-02-28\nCCC,77\nDDD').vouchers).toEqual([
      { line: 1, code: 'AAA', pin: '1234', expiresAt: new Date('2027-01-31T23:59:59Z') },
      { line: 2, code: 'BBB', pin: null, expiresAt: new Date('2027-02-28T23:59:59Z') },
      { line: 3, code: 'CCC', pin: '77', expiresAt: null },
      { line: 4, code: 'DDD', pin: null, expiresAt: null },
    ]);
  });

  test.each([
    ['a byte order mark', '\uFEFFAAA\nBBB'],
    ['line ends of Windows', 'AAA\r\nBBB\r\n'],
    ['line ends of old Macs', 'AAA\rBBB'],
    ['a line of names', 'Code,Pin,Expires\nAAA\nBBB'],
    ['a byte order mark before the line of names', '\uFEFFcode;pin\r\nAAA;\r\nBBB;'],
    ['semicolons', 'AAA;;\nBBB;;'],
    ['tabs', 'AAA\t\t\nBBB\t\t'],
    ['quotes', '"AAA","",""\n"BBB"'],
    ['spaces around', '  AAA  \n " BBB " '],
    ['empty lines', '\n\nAAA\n\nBBB\n\n'],
    ['empty cells at the end', 'AAA,,,,\nBBB,,,'],
  ])('reads what spreadsheets write: %s', (_, csv) => {
    expect(codes(csv)).toEqual(['AAA', 'BBB']);
    expect(problems(csv)).toEqual([]);
  });

  test('keeps a code unchanged, even if a spreadsheet would run it or it holds a comma and quotes', () => {
    expect(codes('=1+2\n+49123\n-5\n@SUM(A1)\n"A,B"\n"say ""hi"""\naaa\nAAA\nÄ1')).toEqual([
      ...['=1+2', '+49123', '-5', '@SUM(A1)', 'A,B', 'say "hi"', 'aaa', 'AAA', 'Ä1'],
    ]);
  });

  test('names each bad line and keeps the good ones around it', () => {
    const csv = [
      'code,pin,expires',
      'GOOD1',
      ',1234',
      'X'.repeat(VOUCHER_CODE_MAX_LENGTH + 1),
      'A,1,2027-01-31,more',
      'BELL\u0007',
      '"open',
      'D1,,31.01.2027',
      'D2,,2027-02-30',
      'D3,,2027-01-14',
      'GOOD1',
      'GOOD2,,2027-01-15',
    ].join('\n');
    expect(codes(csv)).toEqual(['GOOD1', 'GOOD2']);
    expect(problems(csv)).toEqual([
      '3 empty',
      '4 too_long',
      '5 too_many_columns',
      '6 bad_characters',
      '7 bad_quotes',
      '8 bad_date',
      '9 bad_date',
      '10 expired',
      '11 duplicate_in_file',
    ]);
  });

  test('loses only one line to an open quote', () => {
    expect(codes('"A\nB\nC"\nD')).toEqual(['B', 'D']);
    expect(problems('"A\nB\nC"\nD')).toEqual(['1 bad_quotes', '3 bad_quotes']);
  });

  test('refuses a file of too many lines as a whole', () => {
    const line = (index: number) => `C${index}`;
    expect(codes(Array.from({ length: STOCK_LINES_MAX }, (_, index) => line(index)).join('\n'))).toHaveLength(
      STOCK_LINES_MAX,
    );
    const more = Array.from({ length: STOCK_LINES_MAX + 2 }, (_, index) => line(index)).join('\n');
    expect(() => read(more)).toThrow(expect.objectContaining({ code: 'stock_too_large' }));
  });
});

test('lets a code expire at the end of its last day, and refuses days that do not exist', () => {
  expect(endOfDay('2028-02-29')).toEqual(new Date('2028-02-29T23:59:59Z'));
  for (const day of ['2027-02-29', '2027-13-01', '2027-1-1', 'tomorrow', '', '2027-01-31T00:00:00Z']) {
    expect(endOfDay(day)).toBeUndefined();
  }
});
