import { CsvError, parse } from 'csv-parse/sync';
import {
  STOCK_CSV_CHARACTERS_MAX,
  STOCK_LINES_MAX,
  type StockProblem,
  VOUCHER_CODE_MAX_LENGTH,
  VOUCHER_PIN_MAX_LENGTH,
} from '#contract/rewards.values.ts';
import { Refusal } from '#domain/common/refusal.ts';

/** An uploaded voucher code. */
export interface Voucher {
  /** Counted from 1. */
  line: number;
  code: string;
  pin: string | null;
  /** The end of the last day on which the code can be used. */
  expiresAt: Date | null;
}
export interface LineProblem {
  line: number;
  problem: StockProblem;
}

const COLUMNS_MAX = 3;
const DELIMITERS = [',', ';', '\t'];
const DELIMITER = /[,;\t]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be in a code
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/**
 * Reads an upload of voucher codes, one per line: `code,pin,expires`. Accepts what spreadsheets write: a byte order
 * mark, any line end, quotes, semicolons and a header. A bad line does not affect the others. Throws Refusal
 * stock_too_large above STOCK_LINES_MAX lines or STOCK_CSV_CHARACTERS_MAX characters.
 */
export function readStockFile(csv: string, now: Date): { vouchers: Voucher[]; problems: LineProblem[] } {
  const lines = csv.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  if (csv.length > STOCK_CSV_CHARACTERS_MAX || lines.length > STOCK_LINES_MAX + 1) {
    const details = { lines: STOCK_LINES_MAX, characters: STOCK_CSV_CHARACTERS_MAX };
    throw new Refusal('stock_too_large', { details });
  }
  const vouchers = new Map<string, Voucher>();
  const problems: LineProblem[] = [];
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    const cells = cellsOf(text);
    if (cells?.every((cell) => cell === '') && !DELIMITER.test(text)) continue;
    if (line === 1 && cells?.[0]?.toLowerCase() === 'code') continue;
    const read = cells === undefined ? 'bad_quotes' : readVoucher(cells, line, now);
    if (typeof read === 'string') problems.push({ line, problem: read });
    else if (vouchers.has(read.code)) problems.push({ line, problem: 'duplicate_in_file' });
    else vouchers.set(read.code, read);
  }
  return { vouchers: [...vouchers.values()], problems };
}

/** The trimmed cells of a line; undefined if its quotes do not match. */
function cellsOf(line: string): string[] | undefined {
  if (!line.includes('"')) return line.split(DELIMITER).map((cell) => cell.trim());
  try {
    const [record = ['']] = parse(line, { delimiter: DELIMITERS, trim: true, relax_column_count: true });
    return record.map((cell) => cell.trim());
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

function readVoucher(cells: string[], line: number, now: Date): Voucher | StockProblem {
  const [code = '', pin = '', expires = '', ...rest] = cells;
  // Spreadsheets fill short lines up with empty cells.
  if (cells.length > COLUMNS_MAX && rest.some((cell) => cell !== '')) return 'too_many_columns';
  if (code === '') return 'empty';
  if (code.length > VOUCHER_CODE_MAX_LENGTH || pin.length > VOUCHER_PIN_MAX_LENGTH) return 'too_long';
  if (CONTROL_CHARACTERS.test(code) || CONTROL_CHARACTERS.test(pin)) return 'bad_characters';
  const expiresAt = expires === '' ? null : endOfDay(expires);
  if (expiresAt === undefined) return 'bad_date';
  if (expiresAt !== null && expiresAt <= now) return 'expired';
  return { line, code, pin: pin === '' ? null : pin, expiresAt };
}

/** The last second (UTC) of a day written as 2027-01-31; undefined for anything else. */
export function endOfDay(day: string): Date | undefined {
  const end = new Date(`${day}T23:59:59Z`);
  const real = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(end.getTime());
  return real && end.toISOString().startsWith(day) ? end : undefined;
}
