import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { proveEarning, proveRevenue } from '#domain/earning/index.ts';
import { proveLedger, proveRollUp } from '#domain/ledger/index.ts';
import { MEMBERS_TOTAL } from '#domain/members/index.ts';
import { proveRedemptions } from '#domain/redemption/index.ts';
import { readConfig } from '#server/config/config.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { runInProcess } from '#testing/ops.ts';
import { seedDatabase } from './seed.ts';

const { database } = await testDatabase();
const seed = (development: boolean, args: string[], into = database) =>
  runInProcess(['seed', ...args], (work) => work(into, { ...readConfig({}), development }));

test('seed refuses arguments that make no sense, and production', async () => {
  for (const args of [
    [],
    ['--users', '5'],
    ['--users', '0', '--tasks', '5'],
    ['--users', 'x', '--tasks', '5'],
  ])
    expect(await seed(true, args), args.join(' ')).toBe(2);
  expect(await seed(false, ['--users', '5', '--tasks', '5'])).toBe(1);
});

test('seed fills a database once, and every point in it is accounted for', async () => {
  await seedDatabase(database, 300, 2_000);
  const { rows } = await sql<{
    members: number;
    tasks: number;
    cards: number;
    settled: number;
    counted: number;
  }>`
    select (select count(*)::integer from users) as members, (select count(*)::integer from tasks) as tasks,
      (select count(*)::integer from card_redemptions) as cards,
      (select count(*)::integer from ledger_balances b join users u on u.id = b.user_id and u.points = b.points)
        as settled, ${MEMBERS_TOTAL} as counted`.execute(database);
  expect(rows[0]).toMatchObject({ members: 300, tasks: 2_000, settled: 300, counted: 300 });
  expect(rows[0]?.cards).toBeGreaterThan(0);
  for (const prove of [proveLedger, proveRollUp, proveEarning, proveRevenue, proveRedemptions])
    expect(await prove(database)).toEqual([]);
  expect(await seed(true, ['--users', '5', '--tasks', '5'])).toBe(1);
});

test('seed refuses a database that is in use', async () => {
  const other = await testDatabase();
  await createMember(other.database);
  expect(await seed(true, ['--users', '5', '--tasks', '5'], other.database)).toBe(1);
});
