import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { runOps } from '#testing/process.ts';
import { openRedemption } from '#testing/redemption.ts';

const { database, url } = await testDatabase();
const held = await openRedemption(database, { points: 6_000 });
await openRedemption(database);
await database
  .updateTable('users')
  .set({ suspendedAt: new Date() })
  .where('id', '=', held.memberId)
  .execute();
const risk = (...args: string[]) => runOps(['risk', ...args], { DATABASE_URL: url });

test('a dry run prints what each rule would have held, how it turned out, and examples', async () => {
  const { code, output } = await risk('dry-run');
  expect(code, output).toBe(0);
  expect(output).toMatch(new RegExp(`new_account_large_balance +yes +1 +1 +100 %\\s+${held.id}`));
  expect(output).toMatch(/many_members_one_device +yes +0 +0 +-/);
  expect(output).toMatch(/all redemptions +2 +1/);
});

test('a dry run accepts other parameters for one rule, and refuses those out of bounds', async () => {
  const all = await risk(
    'dry-run',
    '--rule',
    'new_account_large_balance',
    '--param',
    'points=1',
    '--days',
    '7',
  );
  expect(all.output).toMatch(/new_account_large_balance +yes +2 +1 +50 %/);
  const bad = await risk('dry-run', '--rule', 'new_account_large_balance', '--param', 'points=0');
  expect([bad.code, bad.output]).toEqual([2, expect.stringContaining('parameters.points')]);
  expect((await risk('dry-run', '--param', 'points=1')).code).toBe(2);
});
