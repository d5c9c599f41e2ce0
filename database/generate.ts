import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { startTemporary } from './embedded.ts';
import { migrate } from './migrate.ts';
import { readMigrations } from './migrations.ts';
import { dumpSchema } from './schema.ts';
import { withUnions } from './unions.ts';

/**
 * `npm run generate [-- folder]`: writes schema.sql and types.ts from the migrations, here or into a folder, and adds the
 * checksums of new migrations to those of the ones that have landed.
 */

const here = import.meta.dirname;
const target = process.argv[2] ?? here;
const CHECKSUMS = 'migrations/checksums';
const types = path.join(target, 'types.ts');
const embedded = await startTemporary();
try {
  await migrate(embedded.url);
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  await writeFile(path.join(target, 'schema.sql'), await dumpSchema(client));
  execFileSync(
    process.execPath,
    [
      path.join(here, '../node_modules/kysely-codegen/dist/cli/bin.js'),
      ...['--dialect', 'postgres', '--url', embedded.url, '--camel-case', '--default-schema', 'public'],
      ...['--include-pattern', 'public.*', '--exclude-pattern', 'public.migrations'],
      ...['--out-file', types, '--log-level', 'error'],
    ],
    { stdio: 'inherit' },
  );
  await writeFile(types, await withUnions(client, await readFile(types, 'utf8')));
  await client.end();
  await mkdir(path.join(target, 'migrations'), { recursive: true });
  await writeFile(path.join(target, CHECKSUMS), await withNewChecksums());
} finally {
  await embedded.stop();
}

/** In the form of `sha256sum`. Lines that are there stay as they are, so that a change of a migration is seen. */
async function withNewChecksums(): Promise<string> {
  const landed = await readFile(path.join(here, CHECKSUMS), 'utf8');
  const fresh = readMigrations().filter(({ name }) => !landed.includes(`  ${name}.sql\n`));
  return landed + fresh.map(({ name, checksum }) => `${checksum}  ${name}.sql\n`).join('');
}
