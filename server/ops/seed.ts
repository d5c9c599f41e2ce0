import type { Command } from '@commander-js/extra-typings';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { rollUpRevenue } from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { wholeNumber } from './arguments.ts';
import type { Ops } from './command.ts';
import { insertMembers, SEEDED_DOMAIN } from './seed/insert-members.ts';

const MEMBERS_MAX = 10_000_000;
const TASKS_MAX = 100_000_000;
/** Members per transaction. */
const CHUNK = 20_000;

export function addSeed(program: Command, { exitsWith, withDatabase }: Ops): void {
  program
    .command('seed')
    .summary('fill an empty database with made-up members')
    .description(
      'Fills an empty database with made-up members, for trying and measuring. Refused in production and if there is any member.',
    )
    .requiredOption('--users <n>', 'how many members', wholeNumber('--users', 1, MEMBERS_MAX))
    .requiredOption('--tasks <n>', 'how many completed tasks', wholeNumber('--tasks', 0, TASKS_MAX))
    .action(
      exitsWith(({ users, tasks }) =>
        withDatabase((database, { development }) => seedEmpty(database, development, users, tasks)),
      ),
    );
}

/** Needs the rights of the embedded database's own user, since rows are inserted without triggers and foreign keys. */
async function seedEmpty(
  database: Database,
  development: boolean,
  members: number,
  tasks: number,
): Promise<number> {
  if (!development) return refuse('Made-up members are refused in production.');
  const existing = await database.selectFrom('users').select('email').limit(1).executeTakeFirst();
  if (existing?.email.endsWith(`@${SEEDED_DOMAIN}`)) return refuse('This database was filled before.');
  if (existing) return refuse('This database has members. Use an empty one.');
  await seedDatabase(database, members, tasks, (done) => {
    console.log(`${done} of ${members} members`);
  });
  return 0;
}

/** Fills an empty database. `onProgress` is called with the number of members so far. */
export async function seedDatabase(
  database: Database,
  members: number,
  tasks: number,
  onProgress: (members: number) => void = () => undefined,
): Promise<void> {
  for (let from = 0; from < members; from += CHUNK) {
    const size = Math.min(CHUNK, members - from);
    const share = (upTo: number) => Math.floor((tasks * upTo) / members);
    await transactOn(database)(async (tx) => {
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
