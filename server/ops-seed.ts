import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { rollUpRevenue } from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { insertMembers, SEEDED_DOMAIN } from './ops-seed/insert-members.ts';

export const SEED_USAGE = `  seed --users <n> --tasks <n>
                         fill an empty database with made-up members, for trying and measuring; development only`;

const MEMBERS_MAX = 10_000_000;
const TASKS_MAX = 100_000_000;
/** Members of one transaction. */
const CHUNK = 20_000;

/**
 * `seed`. Answers the exit code, or undefined for arguments that are not its own. Refuses in production and on a database
 * that anybody uses. Needs the rights of the embedded database's own user: rows are not checked one by one.
 */
export async function runSeed(
  database: Database,
  development: boolean,
  args: string[],
): Promise<number | undefined> {
  const [usersFlag, users, tasksFlag, tasks] = args;
  const [members, count] = [wholeNumber(users, MEMBERS_MAX), wholeNumber(tasks, TASKS_MAX)];
  if (usersFlag !== '--users' || tasksFlag !== '--tasks' || args.length !== 4) return undefined;
  if (members === undefined || members === 0 || count === undefined) return undefined;
  if (!development) return refuse('Made-up members have no place in production.');
  const anybody = await database.selectFrom('users').select('email').limit(1).executeTakeFirst();
  if (anybody?.email.endsWith(`@${SEEDED_DOMAIN}`)) return refuse('This database was filled before.');
  if (anybody) return refuse('This database has members. Use an empty one.');
  await seedDatabase(database, members, count, (done) => {
    console.log(`${done} of ${members} members`);
  });
  return 0;
}

/** Fills an empty database; `onProgress` hears how many members are there. */
export async function seedDatabase(
  database: Database,
  members: number,
  tasks: number,
  onProgress: (members: number) => void = () => undefined,
): Promise<void> {
  for (let from = 0; from < members; from += CHUNK) {
    const size = Math.min(CHUNK, members - from);
    const share = (upTo: number) => Math.floor((tasks * upTo) / members);
    await database.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`set local synchronous_commit = off`.execute(tx);
      await sql`set local statement_timeout = 0`.execute(tx);
      await insertMembers(tx, from, size, share(from + size) - share(from));
    });
    onProgress(from + size);
  }
  await database.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
    await sql`reset statement_timeout`.execute(connection);
  });
  await rollUpLedger(transactOn(database));
  await rollUpRevenue(transactOn(database));
}

function refuse(why: string): number {
  console.error(why);
  return 1;
}

function wholeNumber(text: string | undefined, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(text ?? '')) return undefined;
  return Number(text) <= most ? Number(text) : undefined;
}
