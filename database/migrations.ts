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

/** The tables that migrations make, those that a later one takes away included. */
export const tablesOf = (migrations: Migration[]): Set<string> =>
  new Set(
    migrations.flatMap(({ sql }) =>
      [...sql.matchAll(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gim)].map(
        ([, name = '']) => name,
      ),
    ),
  );

/** Reads the migrations of this version, in their order. */
export function readMigrations(): Migration[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      // A checkout on Windows may change the ends of lines.
      const sql = readFileSync(path.join(FOLDER, file), 'utf8').replaceAll('\r\n', '\n');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name: file.slice(0, -'.sql'.length), sql, checksum };
    });
}
