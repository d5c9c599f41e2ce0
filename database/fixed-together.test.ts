import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { PATIENT } from '#testing/patience.ts';
import { createDatabase, createPool } from './client.ts';
import { fixedTogether } from './fixed-together.ts';

const { url, transact } = await testDatabase();
const asking = new AsyncLocalStorage<number>();
let asked: string[] = [];
let askedBy: unknown[] = [];
const database = createDatabase(
  createPool(url, () => {}, { ...PATIENT, limitsFrom: 'role' }),
  (text) => {
    asked.push(text);
    askedBy.push(asking.getStore());
  },
);
afterAll(() => database.destroy());
beforeEach(() => {
  asked = [];
  askedBy = [];
});

const richMember = fixedTogether(['uuid', 'integer'], (db, id: string, least: number) =>
  db
    .selectFrom('users')
    .select(['name', sql<number>`points + ${1}`.as('morePoints')])
    .where('id', '=', id)
    .where('points', '>=', least)
    .where('name', '<>', 'Dan'),
);
const NOBODY = '00000000-0000-4000-8000-000000000000';

test('who asks while another is answered is answered together with all who do, each with the own row', async () => {
  const members = await Promise.all(
    Array.from({ length: 30 }, (_, n) =>
      createMember(database, { name: n % 5 ? `M${n}` : 'Dan', points: n }),
    ),
  );
  asked = [];
  const askers = Array.from({ length: 90 }, (_, n) => ({ n: n % 30, least: n % 3 ? 0 : 20 }));
  const rows = await Promise.all([
    ...askers.map(({ n, least }) => richMember(database, members[n]?.id ?? '', least)),
    richMember(database, NOBODY, 0),
  ]);
  expect(rows).toEqual([
    ...askers.map(({ n, least }) => (n % 5 && n >= least ? [{ name: `M${n}`, morePoints: n + 1 }] : [])),
    [],
  ]);
  // The first two, five times as many as go together, and the rest.
  expect(asked).toHaveLength(8);
});

test('each has the rows in the order of the statement', async () => {
  const below = fixedTogether(
    ['integer', 'integer'],
    (_, end: number, least: number) =>
      sql<{
        n: number;
      }>`select n from generate_series(1, 100) as n where n < ${end} and n >= ${least} order by n desc limit 5`,
  );
  const askers = Array.from({ length: 40 }, (_, n) => n + 1);
  expect(await Promise.all(askers.map((end) => below(database, end, 2)))).toEqual(
    askers.map((end) => [1, 2, 3, 4, 5].map((less) => ({ n: end - less })).filter(({ n }) => n >= 2)),
  );
});

test('who asks alone asks the statement itself', async () => {
  const { id } = await createMember(database, { name: 'Ada', points: 3 });
  asked = [];
  for (const least of [0, 4]) await richMember(database, id, least);
  expect(asked).toHaveLength(2);
  expect(asked.join()).not.toContain('unnest');
});

test('a statement is asked in the context of the first whom it answers', async () => {
  for (const round of [10, 20]) {
    askedBy = [];
    const askers = Array.from({ length: 5 }, (_, n) =>
      asking.run(round + n, () => richMember(database, NOBODY, 0)),
    );
    await Promise.all(askers);
    expect(askedBy.sort()).toEqual([round, round + 1, round + 2]);
  }
});

test('in a transaction it is asked there', async () => {
  const { id } = await createMember(database, { name: 'Ada', points: 3 });
  await transact(async (tx) => {
    await tx.updateTable('users').set({ name: 'Ada Byron' }).where('id', '=', id).execute();
    const both = await Promise.all([richMember(database, id, 0), richMember(tx, id, 0)]);
    expect(both.map(([row]) => row?.name)).toEqual(['Ada', 'Ada Byron']);
  });
});

test('slow ones hold up nobody', async () => {
  const afterLock = fixedTogether(
    ['integer'],
    (_, key: number) =>
      sql<{ key: number }>`select ${key}::integer as key, pg_advisory_xact_lock_shared(${key}::integer)`,
  );
  await transact(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx);
    const slow = [1, 1].map(async (key) => (await afterLock(database, key))[0]?.key);
    expect(await Promise.race([...slow, afterLock(database, 2).then(([row]) => row?.key)])).toBe(2);
  });
});

test('what fails, fails for the one whose values made it fail', async () => {
  const share = fixedTogether(
    ['integer'],
    (_, of: number) => sql<{ share: number }>`select 60 / ${of}::integer as share`,
  );
  const results = await Promise.allSettled([1, 2, 0, 3].map((of) => share(database, of)));
  expect(results).toEqual([
    { status: 'fulfilled', value: [{ share: 60 }] },
    { status: 'fulfilled', value: [{ share: 30 }] },
    { status: 'rejected', reason: expect.objectContaining({ message: 'division by zero' }) },
    { status: 'fulfilled', value: [{ share: 20 }] },
  ]);
});

test('without a database it fails for all, each time', async () => {
  const away = createDatabase(createPool('postgres://nobody@127.0.0.1:1/none', () => {}));
  const one = fixedTogether(['integer'], (_, n: number) => sql<{ n: number }>`select ${n}::integer as n`);
  for (let round = 0; round < 2; round += 1) {
    const results = await Promise.allSettled([1, 2, 3].map((n) => one(away, n)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  }
});
