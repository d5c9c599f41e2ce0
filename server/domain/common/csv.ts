/** The start of a cell that spreadsheets would run as a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV, with the names of `columns` first; see `csvLine`. */
export function toCsv(columns: readonly string[], rows: readonly Record<string, unknown>[]): string {
  return [columns, ...rows.map((row) => columns.map((column) => row[column]))].map(csvLine).join('');
}

/**
 * One line of CSV (RFC 4180). Texts that a spreadsheet would run as a formula get an apostrophe in front; numbers
 * stay numbers. Dates are ISO 8601, objects JSON.
 */
export const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`;

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
