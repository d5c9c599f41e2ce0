import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** One file of `database/migrations/`. */
export interface Migration {
  /** Name of the file without `.sql`. Migrations are applied in the order of their names. */
  name: string;
  sql: string;
  /** SHA-256 (hex) of the text. */
  checksum: string;
}

const FOLDER = path.join(import.meta.dirname, 'migrations');

/** Reads the migrations of this version, in their order. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => migrationOf(file.slice(0, -'.sql'.length), readFileSync(path.join(FOLDER, file), 'utf8')));
}

/** A migration of this text. Ends of lines are made those of Unix, since a checkout on Windows may change them. */
export function migrationOf(name: string, text: string): Migration {
  const sql = text.replaceAll('\r\n', '\n');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
