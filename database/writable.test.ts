import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { PATIENT } from '#testing/patience.ts';
import { temporaryFolder } from '#testing/process.ts';
import { createDatabase, createPool } from './client.ts';
import { startEmbedded } from './embedded.ts';
import { requireWritable } from './writable.ts';

test('a database that takes writes passes, by a commit that leaves no row; one that is set to read-only fails', async () => {
  const { database, url } = await testDatabase();
  const name = sql.id(new URL(url).pathname.slice(1));
  await requireWritable(database);
  await sql`alter database ${name} set default_transaction_read_only = on`.execute(database);
  const later = createDatabase(createPool(url, () => {}, PATIENT));
  await expect(requireWritable(later)).rejects.toThrow('the database is read-only');
  await later.destroy();
});

test('a standby, which answers questions, fails', async () => {
  const folder = await temporaryFolder();
  afterwards(folder.remove);
  // On a busy machine it may be left running, to be ended by the next.
  const startAndStop = async (): Promise<void> => {
    await (await startEmbedded(folder.path)).stop().catch((error: Error) => {
      expect(error.message).toContain('is left running');
      return startAndStop();
    });
  };
  await startAndStop();
  await writeFile(path.join(folder.path, 'database', 'standby.signal'), '');
  const standby = await startEmbedded(folder.path);
  const database = createDatabase(createPool(standby.url, () => {}, PATIENT));
  afterwards(async () => {
    await database.destroy();
    await standby.stop();
  });
  expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
  await expect(requireWritable(database)).rejects.toThrow();
});
