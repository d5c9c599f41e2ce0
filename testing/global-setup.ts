import { chmod, mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { isAlive, startTemporary } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string;
  }
}

/** A file system in memory, which Linux has and macOS has not. Containers often have a small one. */
const MEMORY = '/dev/shm';
const MEMORY_FREE_MIN = 4 * 1024 ** 3;
const FOLDER = /^pocketful-tests-(\d+)$/;

/**
 * One PostgreSQL for the whole run. Its database is the template that every test file clones. All temporary files of the
 * run, and with them the databases, are in memory where there is room: to make and drop thousands of small files costs
 * the file system of a disk more than the tests themselves. Runs that follow each other share the server and the template
 * in `TEMPLATE_URL`.
 */
export default async function setup(project: TestProject) {
  const shared = process.env.TEMPLATE_URL;
  if (shared) return project.provide('templateUrl', shared);
  const parent = (await hasRoom(MEMORY)) ? MEMORY : tmpdir();
  await removeLeftovers(parent);
  const folder = path.join(parent, `pocketful-tests-${process.pid}`);
  await mkdir(folder);
  // The database's own user enters it.
  await chmod(folder, 0o755);
  process.env.TMPDIR = folder;
  const cluster = await startTemporary();
  await migrate(cluster.url);
  project.provide('templateUrl', cluster.url);
  return async () => {
    // It ends by itself once its folder is gone.
    await cluster.stop().catch((error: Error) => {
      if (!/is left running|did not stop in time/.test(error.message)) throw error;
    });
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 500 });
  };
}

const hasRoom = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= MEMORY_FREE_MIN,
    () => false,
  );

/** A run that was killed leaves its folder, and a PostgreSQL that ends once its folder is gone. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const run = FOLDER.exec(name)?.[1];
    if (run && !(await isAlive(Number(run))))
      await rm(path.join(parent, name), { recursive: true, force: true });
  }
}
