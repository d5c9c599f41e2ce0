import { sql } from 'kysely';
import type { Database, Tx } from './client.ts';

/** Returns the mark of the site's secret: the first that was given here, or the last of `replaceSecretMark`. */
export async function keptSecretMark(database: Database, given: string): Promise<string> {
  await sql`insert into secret_mark (mark) values (${given}) on conflict do nothing`.execute(database);
  // A change that is under way is waited for.
  const { rows } = await sql<{ mark: string }>`select mark from secret_mark for share`.execute(database);
  return rows[0]?.mark ?? given;
}

/** The site has another secret from now on. */
export async function replaceSecretMark(tx: Tx, mark: string): Promise<void> {
  await sql`insert into secret_mark (mark) values (${mark})
    on conflict (single) do update set mark = excluded.mark`.execute(tx);
}
