declare module 'pg/lib/utils.js' {
  /** Converts a value to the text or the bytes that PostgreSQL reads. Throws if it cannot. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
