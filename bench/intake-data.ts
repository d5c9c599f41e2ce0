import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { MEMBERS, POINTS, WALLS } from './intake-wall.ts';

const CHUNK = 100_000;

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

/**
 * Raises the number of provider transactions to `count`, as the product would have written them: ids that grow with time,
 * random transaction ids, a task and a transfer for each, balances that add up.
 */
export async function insertHistory(database: Database, count: number): Promise<void> {
  await database.connection().execute(async (connection) => {
    // Without the checks of each row of a bulk insert; both proofs run afterwards.
    await sql`set session_replication_role = replica`.execute(connection);
    await sql`set synchronous_commit = off`.execute(connection);
    await sql`set statement_timeout = 0`.execute(connection);
    for (let have = await countTransactions(connection); have < count; ) {
      const size = Math.min(CHUNK, count - have);
      await insertChunk(connection, size);
      have += size;
    }
    await sql`set session_replication_role = origin`.execute(connection);
    await sql`set synchronous_commit = on`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`checkpoint`.execute(connection);
  });
}

export async function countTransactions(database: Database): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from webhook_transactions`.execute(
    database,
  );
  return Number(rows[0]?.count);
}

const insertChunk = (database: Database, size: number) =>
  sql`
    with members as (select id, points, row_number() over (order by id) - 1 as position from users),
    calls as materialized (
      select uuidv7() as id, md5(random()::text) as tx, m.id as member, i,
        (${WALLS}::text[])[1 + i % ${WALLS.length}::integer] as wall,
        m.points + ${POINTS}::integer * (1 + i / ${MEMBERS}::integer) as balance
      from generate_series(0, ${size - 1}::integer) i join members m on m.position = i % ${MEMBERS}::integer
    ),
    transactions as (
      insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, raw_payload, source_ip,
        latency_ms, processed_at)
      select id, tx, wall, member, 'credited', ${POINTS}, 'GET /api/postbacks/' || wall || '?' || repeat('x', 150),
        '127.0.0.1', 3, now() from calls order by i
    ),
    tasks_of as (
      insert into tasks (id, user_id, task_type, points_earned, wall, title)
      select id, member, 'survey', ${POINTS}, wall, 'Survey' from calls order by i
    ),
    transfers as (
      insert into ledger_transfers (key, unit, from_account, to_account, amount, kind, reference, actor, balance_after)
      select 'credit:' || id, 'points', 'wall:' || wall, 'member:' || member, ${POINTS}, 'credit',
        id::text, 'wall:' || wall, balance from calls order by i
    )
    update users set points = balance
    from (select member, max(balance) as balance from calls group by member) last where last.member = users.id`.execute(
    database,
  );
