import { sql } from 'kysely';
import { createDatabase, createPool } from '#database/client.ts';
import { startEmbedded } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { seedDatabase } from '#server/ops/seed.ts';
import { signIn } from '#testing/factories.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';

const TASKS = 1_200;

/** A running site for a browser. */
export interface BrowserSite {
  url: string;
  /** The session of a member with hundreds of tasks. */
  session: { name: string; value: string; url: string };
  end: () => Promise<void>;
}

/** The real server and the built web app (`vite build`), with one member who has done 1,200 tasks. */
export async function openBrowserSite(): Promise<BrowserSite> {
  const folder = await temporaryFolder();
  const embedded = await startEmbedded(folder.path);
  await migrate(embedded.url);
  const database = createDatabase(createPool(embedded.url, (error) => console.error(error)));
  await seedDatabase(database, 1, TASKS);
  await sql`update users set paused_at = null, paused_reason = null, paused_text = null,
    suspended_at = null, suspended_reason = null, suspended_text = null, email_verified = true`.execute(
    database,
  );
  const member = await database.selectFrom('users').select(['id', 'isAdmin']).executeTakeFirstOrThrow();
  const cookie = await signIn(database, member);
  const [name = '', value = ''] = cookie.split('=');
  const server = await startProcess(folder.path, { DATABASE_URL: embedded.url, LOG_LEVEL: 'warn' });
  return {
    url: server.url,
    session: { name, value, url: server.url },
    end: async () => {
      await server.end();
      await database.destroy();
      await embedded.stop();
      await folder.remove();
    },
  };
}

/** The middle one, or the higher of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
