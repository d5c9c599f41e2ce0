import type { TestProject } from 'vitest/node';
import { startTemporary } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string;
  }
}

/** One PostgreSQL for the whole run. Its database is the template that every test file clones. */
export default async function setup(project: TestProject) {
  const cluster = await startTemporary();
  await migrate(cluster.url);
  project.provide('templateUrl', cluster.url);
  return () => cluster.stop();
}
