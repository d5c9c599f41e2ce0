import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { proveEarning } from '#domain/earning/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { errorsIn } from '#testing/errors-in.ts';
import { createMember } from '#testing/factories.ts';
import { signed } from '#testing/postbacks.ts';
import { startProcess, temporaryFolder } from '#testing/process.ts';
import { SECRET, wall } from '#testing/walls.ts';

/** Two real servers on one database, which get calls of the same walls in different orders. */

const MEMBERS = 12;
const TRANSACTIONS_EACH = 25;
const POINTS = 7;
/** Of a server on a busy machine, which then asks for the call again later. */
const OVERLOADED = 503;
const REPEAT_MS = 500;

const { url, database } = await testDatabase();
const folders = [await temporaryFolder(), await temporaryFolder()];
const servers = await Promise.all(
  folders.map(async (folder) => {
    const walls = path.join(folder.path, 'walls.json');
    await writeFile(
      walls,
      JSON.stringify({ walls: [{ definition: wall('plain', {}), secrets: { key: SECRET } }] }),
    );
    return startProcess(folder.path, { DATABASE_URL: url, WALLS_FILE: walls });
  }),
);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  for (const folder of folders) await folder.remove();
});

test('two servers credit each transaction once, in any order of its copies and reversals, without a deadlock', async () => {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => createMember(database)));
  await database
    .insertInto('wallMembers')
    .values(members.map(({ id }, index) => ({ wall: 'plain', code: `m${index}`, userId: id })))
    .execute();
  const calls = members.flatMap((_, member) =>
    Array.from({ length: TRANSACTIONS_EACH }, (_, index) => {
      const values = { tx: `t${member}-${index}`, user: `m${member}`, points: POINTS };
      const reversed = index % 5 === 0;
      return { credit: signed(values), reversal: reversed ? signed({ ...values, status: 2 }) : undefined };
    }),
  );
  const before = await deadlocks();
  const answers = await Promise.all(
    servers.map((server, index) => {
      const send = async (query: string): Promise<string> => {
        const answer = await fetch(`${server.url}/api/postbacks/plain?${query}`);
        const text = await answer.text();
        // A call for which there was no connection or lock in time is asked for again too.
        if (answer.status !== OVERLOADED && text !== 'AGAIN') return text;
        await pause(REPEAT_MS);
        return send(query);
      };
      const queries = calls.flatMap(({ credit, reversal }) => (reversal ? [credit, reversal] : [credit]));
      return Promise.all((index === 0 ? queries : queries.toReversed()).map(send));
    }),
  );

  const count = (answer: string) => answers.flat().filter((other) => other === answer).length;
  const reversals = calls.filter(({ reversal }) => reversal).length;
  expect([count('OK'), count('DUP')]).toEqual([calls.length + reversals, calls.length + reversals]);
  const kept = (TRANSACTIONS_EACH - TRANSACTIONS_EACH / 5) * POINTS;
  const users = await database.selectFrom('users').select('points').execute();
  expect(users.map(({ points }) => points)).toEqual(Array(MEMBERS).fill(kept));
  expect([await proveLedger(database), await proveEarning(database)]).toEqual([[], []]);
  expect(await deadlocks()).toBe(before);
  for (const server of servers) {
    expect(server.output()).not.toContain('deadlock');
    expect(errorsIn(server.output()).filter((line) => line.includes('postback failed'))).toEqual([]);
  }
});

test('credits of one wall to many members are committed in batches over both servers', async () => {
  const { rows } = await sql<{ credits: number; commits: number }>`
    select count(*)::integer as credits, count(distinct xmin::text)::integer as commits
    from webhook_transactions where status = 'credited'`.execute(database);
  expect(rows[0]?.credits).toBeGreaterThan(0);
  expect(rows[0]?.commits).toBeLessThan(rows[0]?.credits ?? 0);
});

/** How many deadlocks PostgreSQL has resolved in this database, including the counts of open sessions. */
async function deadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ deadlocks: string }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(database);
  return Number(rows[0]?.deadlocks);
}
