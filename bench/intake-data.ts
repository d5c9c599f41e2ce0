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

/** The id of the newest provider transaction, or one below all. */
export async function newestTransaction(database: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_transactions order by id desc limit 1`.execute(database);
  return rows[0]?.id ?? '00000000-0000-0000-0000-000000000000';
}

/** How many provider transactions are newer than this one; those before it may be many. */
export async function countTransactions(database: Database, after: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from webhook_transactions where id > ${after}::uuid`.execute(database);
  return Number(rows[0]?.count);
}
