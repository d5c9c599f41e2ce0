import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { fixed } from './fixed.ts';

const { database, transact } = await testDatabase();

test('a fixed statement is built once, and each use brings its own values, in a transaction too', async () => {
  let built = 0;
  const named = fixed((db, names: string[], least: number) => {
    built += 1;
    return db
      .selectFrom('users')
      .select(['name', sql<number>`points + ${7}`.as('morePoints')])
      .where('name', '=', sql<string>`any (${names})`)
      .where('points', '>=', least)
      .where('name', '<>', 'Nobody')
      .orderBy('name');
  });
  for (const [name, points] of [
    ['Ada', 5],
    ['Bob', 9],
    ['Nobody', 9],
  ] as const) {
    await createMember(database, { name, points });
  }
  const ada = { name: 'Ada', morePoints: 12 };
  const bob = { name: 'Bob', morePoints: 16 };
  expect(await named(database, ['Ada', 'Nobody'], 0)).toEqual([ada]);
  expect(await named(database, ['Ada', 'Bob'], 0)).toEqual([ada, bob]);
  expect(await transact((tx) => named(tx, ['Ada', 'Bob'], 6))).toEqual([bob]);
  await transact(async (tx) => {
    await tx.updateTable('users').set({ name: 'Ada Byron' }).where('name', '=', 'Ada').execute();
    expect(await named(tx, ['Ada Byron'], 0)).toEqual([{ ...ada, name: 'Ada Byron' }]);
    expect(await named(database, ['Ada Byron'], 0)).toEqual([]);
  });
  expect(built).toBe(1);
});
