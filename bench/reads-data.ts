import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { insertMembers } from '#server/ops/seed/insert-members.ts';
import { seedDatabase } from '#server/ops/seed.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { WALLS } from './intake-wall.ts';

const MEMBERS = 20_000;
const TASKS = 200_000;
const TASKS_OF_THE_BUSIEST = 100_000;
/** Tasks of a member whose screens are read, who has also redeemed something. */
const [TASKS_MIN, TASKS_MAX] = [15, 25];

/** A member who is signed in, with what the calls have to answer. */
export interface Visitor {
  id: string;
  cookie: string;
  points: number;
  /** Tasks, newest first. */
  tasks: string[];
  /** Tasks that were not reversed. */
  completed: number;
  redemptions: string[];
}

export interface ReadsData {
  visitors: Visitor[];
  /** The member with more tasks than any other. */
  busiest: Visitor;
  admin: string;
}

/** A site of 20,000 members whom every wall knows, one of them with 100,000 tasks. Signs `count` members and an admin in. */
export async function insertReads(database: Database, count: number): Promise<ReadsData> {
  await transactOn(database)(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`set local statement_timeout = 0`.execute(tx);
    await insertMembers(tx, MEMBERS, 1, TASKS_OF_THE_BUSIEST);
  });
  await seedDatabase(database, MEMBERS, TASKS);
  await sql`insert into wall_members (wall, code, user_id)
    select wall, encode(sha256(convert_to(wall || id, 'UTF8')), 'hex'), id from users, unnest(${WALLS}::text[]) wall`.execute(
    database,
  );
  await rollUpLedger(transactOn(database));
  await sql`vacuum analyze`.execute(database);
  const members = await sql<{ id: string; many: boolean }>`
    select t.id, many from (
      select user_id as id, count(*) >= ${TASKS_OF_THE_BUSIEST} as many, count(*) as tasks from tasks group by user_id
    ) t join users u on u.id = t.id
    where suspended_at is null and paused_at is null
      and (many or tasks between ${TASKS_MIN} and ${TASKS_MAX}
        and exists (select from card_redemptions r where r.user_id = t.id))
    order by many desc limit ${count + 1}`.execute(database);
  const [busiest, ...visitors] = await Promise.all(members.rows.map(({ id }) => visitorOf(database, id)));
  if (!busiest || visitors.length < count) throw new Error('too few members have tasks and redemptions');
  const admin = await signIn(database, await createMember(database, { isAdmin: true }));
  return { visitors, busiest, admin };
}

async function visitorOf(database: Database, id: string): Promise<Visitor> {
  const { rows } = await sql<Omit<Visitor, 'id' | 'cookie'>>`
    select points,
      array(select id from tasks where user_id = u.id order by completed_at desc, id desc) as tasks,
      (select count(*)::integer from tasks where user_id = u.id and reversed_at is null) as completed,
      array(select id from card_redemptions where user_id = u.id order by created_at desc, id) as redemptions
    from users u where id = ${id}`.execute(database);
  const [facts] = rows;
  if (!facts) throw new Error(`there is no member ${id}`);
  return { id, cookie: await signIn(database, { id, isAdmin: false }), ...facts };
}
