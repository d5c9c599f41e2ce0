import { afterAll } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';

/** A site for the tests of one file: a server as a process of its own on a database of its own, ended with the file. */
export async function startSite(environment: Record<string, string> = {}) {
  const { url: databaseUrl, database } = await testDatabase();
  const folder = await temporaryFolder();
  const server = await startProcess(folder.path, { DATABASE_URL: databaseUrl, ...environment });
  afterAll(async () => {
    await server.end();
    await folder.remove();
  });
  return { server, database, databaseUrl, folder: folder.path };
}
