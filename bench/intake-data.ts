import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { MEMBERS, WALLS } from './intake-wall.ts';

/** Members that every wall knows. */
export async function insertMembers(database: Database): Promise<void> {
  await sql`insert into users (email, password, name)
    select 'member' || i || '@example.com', 'none', 'Robin' from generate_series(0, ${MEMBERS - 1}::integer) i`.execute(
    database,
  );
  await sql`insert into wall_members (wall, code, user_id)
    select wall, split_part(email, '@', 1), id from users, unnest(${WALLS}::text[]) wall`.execute(database);
  await sql`analyze`.execute(database);
}

export async function countTransactions(database: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from webhook_transactions`.execute(
    database,
  );
  return Number(rows[0]?.count);
}
