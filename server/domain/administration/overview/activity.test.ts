import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readActivity, siteStats } from '#domain/administration/index.ts';
import {
  DEPARTED,
  memberAccount,
  pointsOwed,
  post,
  proveLedger,
  rollUpLedger,
  sumPointsLeft,
  type Transfer,
  wallAccount,
} from '#domain/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { untilTodayLasts } from '#testing/midnight.ts';

await untilTodayLasts();
const { database, transact } = await testDatabase();
const member = await createMember(database);

/** A transfer of the member at a time in the past. */
async function move(kind: Transfer['kind'], amount: number, at: string): Promise<void> {
  const reference = randomUUID();
  const [wall, mine] = [wallAccount('kiwiwall'), memberAccount(member.id)];
  const sides =
    kind === 'credit'
      ? { from: wall, to: mine }
      : { from: mine, to: kind === 'reversal' ? wall : ('payouts:held' as const) };
  await transact(async (tx) => {
    await post(tx, [{ key: reference, unit: 'points', kind, reference, actor: 'system', amount, ...sides }]);
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update ledger_transfers set created_at = ${at} where key = ${reference}`.execute(tx);
  });
}

const MARCH = { from: '2026-03-01', to: '2026-03-04', timeZone: 'UTC' };
await sql`update users set created_at = '2026-03-02T12:00Z' where id = ${member.id}`.execute(database);
await move('credit', 500, '2026-03-01T23:50Z');
await move('credit', 70, '2026-03-02T00:10Z');
await rollUpLedger(transact);
await move('reversal', 20, '2026-03-04T18:20Z');
await move('redemption', 100, '2026-03-04T18:40Z');
const debtor = await createMember(database);
await transact((tx) =>
  post(tx, [
    {
      ...{
        key: randomUUID(),
        unit: 'points',
        kind: 'adjustment',
        reference: 'x',
        actor: 'system',
        amount: 30,
      },
      ...{ from: memberAccount(debtor.id), to: 'adjustments', mayOverdraw: true },
    },
  ]),
);

test('a day is the sum of what was rolled up and the rest, and a day without transfers is zero', async () => {
  const { days, walls } = await readActivity(database, [], MARCH);
  expect(days).toEqual([
    { day: '2026-03-01', earned: 500, reversed: 0, redeemed: 0, newMembers: 0 },
    { day: '2026-03-02', earned: 70, reversed: 0, redeemed: 0, newMembers: 1 },
    { day: '2026-03-03', earned: 0, reversed: 0, redeemed: 0, newMembers: 0 },
    { day: '2026-03-04', earned: 0, reversed: 20, redeemed: 100, newMembers: 0 },
  ]);
  expect(walls).toEqual([{ wall: 'kiwiwall', earned: 570, reversed: 20, credits: 2, revenue: null }]);
});

test.each([
  // 18:20 UTC is five minutes past midnight there (UTC+5:45).
  ['Asia/Kathmandu', [0, 570, 0, 0], [0, 0, 0, 0]],
  ['America/New_York', [570, 0, 0, 0], [0, 0, 0, 20]],
] as const)('days are cut in the time zone asked for: %s', async (timeZone, earned, reversed) => {
  const { days } = await readActivity(database, [], { ...MARCH, timeZone });
  expect(days.map((day) => day.earned)).toEqual(earned);
  expect(days.map((day) => day.reversed)).toEqual(reversed);
});

test('the totals equal those of the ledger to the point, before and after a roll-up', async () => {
  const recomputed = async () => {
    const { rows } = await sql<{ points: number; held: number }>`
      select (select sum(case kind when 'credit' then amount when 'reversal' then -amount else 0 end)::integer
          from ledger_transfers) as points,
        (select sum(points)::integer from users where points > 0 and erased_at is null) as held`.execute(
      database,
    );
    return rows[0];
  };
  const shown = async () => {
    const { days, outstanding } = await readActivity(database, [], MARCH);
    const net = days.reduce((sum, { earned, reversed }) => sum + earned - reversed, 0);
    return { points: net, held: outstanding };
  };
  expect((await shown()).points).toBe((await recomputed())?.points);
  expect((await siteStats(database)).totalPoints).toBe((await recomputed())?.points);
  await rollUpLedger(transact);
  await rollUpLedger(transact);
  expect(await shown()).toEqual(await recomputed());
  expect((await siteStats(database)).totalPoints).toBe((await recomputed())?.points);
  expect(await proveLedger(database)).toEqual([]);
});

test('what former members left behind is not owed, and what walls take back from them counts as for the walls', async () => {
  const former = await createMember(database);
  const wall = wallAccount('kiwiwall');
  const common = { unit: 'points', reference: randomUUID(), actor: 'system' } as const;
  await transact((tx) =>
    post(tx, [
      { ...common, key: randomUUID(), kind: 'credit', from: wall, to: memberAccount(former.id), amount: 100 },
      {
        ...common,
        key: randomUUID(),
        kind: 'reversal',
        from: DEPARTED,
        to: wall,
        amount: 40,
        mayOverdraw: true,
      },
    ]),
  );
  await rollUpLedger(transact);
  await rollUpLedger(transact);
  const today = new Date().toISOString().slice(0, 10);
  const read = () => readActivity(database, [], { from: today, to: today, timeZone: 'UTC' });
  const before = await read();
  await database.updateTable('users').set({ erasedAt: new Date() }).where('id', '=', former.id).execute();
  // They are summed up with the next hourly clean-up.
  expect((await read()).outstanding).toBe(before.outstanding);
  await transact(sumPointsLeft);
  const after = await read();
  expect(after.outstanding).toBe(before.outstanding - 100);
  expect((await pointsOwed(database)).balances).toBe(after.outstanding);
  const sum = (parts: { earned: number; reversed: number }[]) =>
    parts.reduce((all, { earned, reversed }) => [(all[0] ?? 0) + earned, (all[1] ?? 0) + reversed], [0, 0]);
  expect(sum(after.days)).toEqual([100, 40]);
  expect(sum(after.days)).toEqual(sum(after.walls));
});
