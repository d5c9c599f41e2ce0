import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { POPULATED, populate } from '#testing/populate.ts';
import { runOps } from '#testing/process.ts';
import { releaseFile, writeRelease } from '#testing/releases.ts';
import { startTestServer } from '#testing/server.ts';

/** `RECORD_RELEASE=<version>` keeps the database of this test for the tests of upgrades. */

const { url, database } = await testDatabase();
const site = await startTestServer(POPULATED, { databaseUrl: url });

test('a site that people have used has rows in every table, and both audits are empty', async () => {
  await populate(site);
  const { rows: tables } = await sql<{
    name: string;
  }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(database);
  const empty = async () => {
    const names: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(database);
      if (rows.length === 0) names.push(name);
    }
    return names;
  };
  // What the worker does by itself may come later.
  await expect.poll(empty).toEqual([]);
  await site.close();
  for (const command of ['audit', 'reconcile'])
    expect(await runOps([command], { DATABASE_URL: url, ...POPULATED })).toMatchObject({ code: 0 });
  const version = process.env.RECORD_RELEASE;
  if (version) writeFileSync(releaseFile(version), await writeRelease(url));
});
