import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { startTemporary } from './embedded.ts';
import { migrate } from './migrate.ts';
import { dumpSchema } from './schema.ts';
import { withUnions } from './unions.ts';

/** `npm run generate [-- folder]`: writes schema.sql and types.ts from the migrations, here or into a folder. */

const here = import.meta.dirname;
const target = process.argv[2] ?? here;
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
} finally {
  await embedded.stop();
}
