import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { afterwards } from '#testing/afterwards.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { PATIENT } from '#testing/patience.ts';
import { createDatabase, createPool, type Database } from './client.ts';
import { allowStatements, transactOn } from './transaction.ts';

const { url, database, transact } = await testDatabase();

test('a transaction that is ended in a deadlock runs again, and both transactions are done once', async () => {
  const [a, b] = [(await createMember(database)).id, (await createMember(database)).id];
  let runs = 0;
  let met = 0;
  const both = Promise.withResolvers<void>();
  const move = (first: string, second: string) =>
    transact(async (tx) => {
      runs += 1;
      const add = (id: string) => sql`update users set name = name || '+' where id = ${id}`.execute(tx);
      await add(first);
      met += 1;
      if (met === 2) both.resolve();
      await both.promise;
      await add(second);
      return first;
    });
  expect(await Promise.all([move(a, b), move(b, a)])).toEqual([a, b]);
  // On its second run it may take the first row before the other one, which waited for it, and end in a deadlock again.
  expect(runs).toBeGreaterThanOrEqual(3);
  const rows = await database.selectFrom('users').select('name').where('id', 'in', [a, b]).execute();
  expect(rows.map(({ name }) => name.replaceAll(/[^+]/g, ''))).toEqual(['++', '++']);
});

test('a serialization failure is retried a limited number of times, and other errors are not retried', async () => {
  const triesOf = async (code: string) => {
    let tries = 0;
    const failing = transact(async (tx) => {
      tries += 1;
      await sql.raw(`do $$ begin raise exception 'x' using errcode = '${code}'; end $$`).execute(tx);
    });
    await expect(failing).rejects.toMatchObject({ code });
    return tries;
  };
  expect(await triesOf('40001')).toBe(5);
  expect(await triesOf('40P01')).toBe(5);
  expect(await triesOf('23505')).toBe(1);
  expect(await triesOf('55P03')).toBe(1);
});

test('a transaction that allows longer statements has them, on a connection that waits as long until it ends', async () => {
  const impatient = createDatabase(createPool(url, () => {}, { ...PATIENT, silenceMsMax: 10_000 }));
  afterwards(() => impatient.destroy());
  const sleep = async (at: Database, seconds: number) => {
    const { rows } = await sql<{ pid: number }>`
      select pg_backend_pid() as pid from pg_sleep(${seconds})`.execute(at);
    return rows[0]?.pid;
  };
  const run = transactOn(impatient);
  const pid = await run(async (tx) => {
    await allowStatements(tx, 60_000);
    return sleep(tx, 12);
  });
  const cut = run(async (tx) => {
    await allowStatements(tx, 1_000);
    await sleep(tx, 60);
  });
  // The server's word, since its limit comes first.
  await expect(cut).rejects.toMatchObject({ code: '57014' });
  expect(await sleep(impatient, 0)).toBe(pid);
  await expect(sleep(impatient, 60)).rejects.toThrow('the database is silent');
});
