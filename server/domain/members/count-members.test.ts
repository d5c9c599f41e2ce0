import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { foldMemberCounts, MEMBERS_TOTAL, proveMemberCount } from './count-members.ts';

const { database, transact } = await testDatabase();

const numberOf = async (value: typeof MEMBERS_TOTAL) =>
  (await sql<{ number: number }>`select ${value} as number`.execute(database)).rows[0]?.number;
const total = () => numberOf(MEMBERS_TOTAL);
const members = () => numberOf(sql`(select count(*)::integer from users)`);
const rows = () => numberOf(sql`(select count(*)::integer from member_counts)`);

test('members are counted as they come and go, one by one or many at once', async () => {
  expect(await total()).toBe(0);
  const { id } = await createMember(database);
  await sql`insert into users (email, password, name)
    select n || '@example.org', 'none', 'Robin' from generate_series(1, 5) n`.execute(database);
  expect(await total()).toBe(6);
  await sql`delete from users where id = ${id}`.execute(database);
  await sql`delete from users where id = ${id}`.execute(database);
  expect(await total()).toBe(5);
  expect(await total()).toBe(await members());
});

test('who is added in a transaction that fails is not counted', async () => {
  const before = await total();
  await expect(
    transact(async (tx) => {
      await createMember(tx);
      throw new Error('the end');
    }),
  ).rejects.toThrow('the end');
  expect(await total()).toBe(before);
});

test('counts become one row while members come, and none is lost', async () => {
  const before = (await total()) ?? 0;
  await Promise.all([
    ...Array.from({ length: 30 }, () => createMember(database)),
    ...Array.from({ length: 10 }, () => transact(foldMemberCounts)),
  ]);
  expect(await total()).toBe(before + 30);
  await transact(foldMemberCounts);
  expect(await rows()).toBe(1);
  expect(await total()).toBe(await members());
});

test('a sign-up does not wait for a fold, nor a fold for a sign-up', async () => {
  await createMember(database);
  await transact(async (tx) => {
    await createMember(tx);
    await transact(foldMemberCounts);
    await createMember(database);
  });
  expect(await total()).toBe(await members());
});

test('the proof tells a wrong count', async () => {
  const there = await members();
  expect(await proveMemberCount(database)).toEqual([]);
  await sql`insert into member_counts (members) values (3)`.execute(database);
  expect(await proveMemberCount(database)).toEqual([
    `member_counts: ${(there ?? 0) + 3} members are counted, and there are ${there}`,
  ]);
  await sql`delete from member_counts where members = 3`.execute(database);
});
