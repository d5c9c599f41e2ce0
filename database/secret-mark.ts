import { sql } from 'kysely';
import type { Database, Tx } from './client.ts';
import { withOwnerConnection } from './migrate.ts';

/** Returns the mark of the site's secret: the first that was given here, or the last of `replaceSecretMark`. */
export async function keptSecretMark(database: Database, given: string): Promise<string> {
  await sql`insert into secret_mark (mark) values (${given}) on conflict do nothing`.execute(database);
  // A change that is under way is waited for.
  const { rows } = await sql<{ mark: string }>`select mark from secret_mark for share`.execute(database);
  return rows[0]?.mark ?? given;
}

/** Returns the mark that a database of any release keeps, a standby's too; undefined if it keeps none. */
export const findSecretMark = (url: string): Promise<string | undefined> =>
  withOwnerConnection(url, async (client) => {
    const { rows: found } = await client.query<{ made: boolean }>(
      "select to_regclass('public.secret_mark') is not null as made",
    );
    if (!found[0]?.made) return undefined;
    const { rows } = await client.query<{ mark: string }>('select mark from public.secret_mark');
    return rows[0]?.mark;
  });

/** Returns the mark of the site's secret; undefined if no production server has started yet. */
export async function readSecretMark(database: Database): Promise<string | undefined> {
  const { rows } = await sql<{ mark: string }>`select mark from secret_mark`.execute(database);
  return rows[0]?.mark;
}

/** The site has another secret from now on. */
export async function replaceSecretMark(tx: Tx, mark: string): Promise<void> {
  await sql`insert into secret_mark (mark) values (${mark})
    on conflict (single) do update set mark = excluded.mark`.execute(tx);
}
