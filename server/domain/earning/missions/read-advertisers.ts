import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** The advertisers whom missions name, but for drafts, which credit nobody. */
export async function readAdvertisers(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ advertiser: string }>`
    select distinct content ->> 'advertiser' as advertiser from missions
    where content ->> 'advertiser' is not null and status <> 'draft'`.execute(database);
  return new Set(rows.map(({ advertiser }) => advertiser));
}
