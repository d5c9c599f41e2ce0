import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import {
  creditsOf,
  memberAccount,
  post,
  proveLedger,
  proveRollUp,
  rollUpLedger,
  SLOTS_AND_REST,
  TOTALS_AND_REST,
  wallAccount,
} from './index.ts';

const { database, transact } = await testDatabase();
const member = await createMember(database);

const postOne = (amount = 10) => {
  const reference = randomUUID();
  return transact((tx) =>
    post(tx, [
      {
        key: reference,
        unit: 'points',
        kind: 'credit',
        reference,
        actor: 'system',
        amount,
        from: wallAccount('w'),
        to: memberAccount(member.id),
      },
    ]),
  );
};
const total = async (source: typeof SLOTS_AND_REST) =>
  (
    await sql<{ sum: number }>`select coalesce(sum(amount), 0)::integer as sum from (${source}) t`.execute(
      database,
    )
  ).rows[0]?.sum;
const rolledUp = () => total(sql`select amount from ledger_slots`);
const recomputed = () => total(sql`select amount from ledger_transfers`);
const balance = async () =>
  (
    await database
      .selectFrom('ledgerBalances')
      .select('points')
      .where('userId', '=', member.id)
      .executeTakeFirstOrThrow()
  ).points;

test('a new member has a balance of zero, and the roll-up follows the ledger', async () => {
  expect(await balance()).toBe(0);
  await postOne();
  await postOne(5);
  await rollUpLedger(transact);
  expect(await balance()).toBe(15);
  expect(await rolledUp()).toBe(15);
});

test('credits and their reversals are summed for each member, once, and nothing else is', async () => {
  const other = await createMember(database);
  const move = (kind: 'credit' | 'reversal' | 'adjustment', amount: number, reference = randomUUID()) =>
    transact((tx) => {
      const [wall, own] = [wallAccount('w'), memberAccount(other.id)];
      const [from, to] = kind === 'reversal' ? [own, wall] : [wall, own];
      const common = { unit: 'points', reference, actor: 'system' } as const;
      return post(tx, [{ ...common, key: randomUUID(), kind, amount, from, to }]);
    });
  const sums = async () => {
    const { rows } = await sql<{ credits: number; points: number }>`
      select credits::integer, points::integer from ${creditsOf(other.id)} c`.execute(database);
    return rows[0];
  };
  expect(await sums()).toEqual({ credits: 0, points: 0 });
  await move('credit', 30);
  await move('credit', 20);
  await move('adjustment', 500);
  expect(await sums()).toEqual({ credits: 2, points: 50 });
  await rollUpLedger(transact, 2);
  expect(await sums()).toEqual({ credits: 2, points: 50 });
  await move('reversal', 30);
  expect(await sums()).toEqual({ credits: 1, points: 20 });
  await rollUpLedger(transact);
  expect(await sums()).toEqual({ credits: 1, points: 20 });
  expect(await proveLedger(database)).toEqual([]);
  await sql`update ledger_balances set credited_points = 21 where user_id = ${other.id}`.execute(database);
  expect(await proveLedger(database)).toEqual([
    `member ${other.id}: rolled up 1 credits of 21 points, the transfers say 1 of 20`,
  ]);
  await sql`update ledger_balances set credited_points = 20 where user_id = ${other.id}`.execute(database);
});

test('a roll-up in small steps includes every transfer', async () => {
  for (let i = 0; i < 7; i += 1) await postOne();
  await rollUpLedger(transact, 2);
  expect(await rolledUp()).toBe(await recomputed());
  expect(await proveRollUp(database)).toEqual([]);
});

test('a transfer that is committed after one with a higher id is not skipped', async () => {
  const late = Promise.withResolvers<void>();
  const posted = Promise.withResolvers<void>();
  const other = await createMember(database);
  const slow = transact(async (tx) => {
    const reference = randomUUID();
    await post(tx, [
      {
        key: reference,
        unit: 'points',
        kind: 'credit',
        reference,
        actor: 'system',
        amount: 1000,
        from: wallAccount('w'),
        to: memberAccount(other.id),
      },
    ]);
    posted.resolve();
    await late.promise;
  });
  await posted.promise;
  await postOne();
  await rollUpLedger(transact);
  await rollUpLedger(transact);
  const during = await rolledUp();
  expect(await total(SLOTS_AND_REST)).toBe(await recomputed());
  late.resolve();
  await slow;
  expect(await total(SLOTS_AND_REST)).toBe(await recomputed());
  await rollUpLedger(transact);
  await rollUpLedger(transact);
  expect(await rolledUp()).toBe((during ?? 0) + 1010);
  expect(await proveRollUp(database)).toEqual([]);
});

test('a roll-up that breaks off in the middle includes no transfer twice', async () => {
  for (let i = 0; i < 5; i += 1) await postOne();
  let steps = 0;
  const breaking: typeof transact = (work) =>
    transact(async (tx) => {
      const answer = await work(tx);
      steps += 1;
      if (steps === 2) throw new Error('killed before the commit');
      return answer;
    });
  await expect(rollUpLedger(breaking, 2)).rejects.toThrow('killed');
  expect(await total(SLOTS_AND_REST)).toBe(await recomputed());
  await rollUpLedger(transact, 2);
  expect(await rolledUp()).toBe(await recomputed());
  expect(await proveRollUp(database)).toEqual([]);
});

test('many processes that roll up at once during credits include every transfer once', async () => {
  await Promise.all([
    ...Array.from({ length: 60 }, () => postOne()),
    ...Array.from({ length: 12 }, () => rollUpLedger(transact, 3)),
  ]);
  await rollUpLedger(transact);
  await rollUpLedger(transact);
  expect(await rolledUp()).toBe(await recomputed());
  expect(await proveRollUp(database)).toEqual([]);
});

test('the totals are the sums of all transfers, before and after a roll-up', async () => {
  await postOne();
  expect(await total(TOTALS_AND_REST)).toBe(await recomputed());
  await rollUpLedger(transact, 2);
  expect(await total(sql`select amount from ledger_totals`)).toBe(await recomputed());
});

test('the proof finds a total that was changed, and a slot that was', async () => {
  await sql`update ledger_totals set amount = amount + 1 where kind = 'credit'`.execute(database);
  expect(await proveRollUp(database)).toEqual([
    expect.stringMatching(/^total of points credit from wall:w to member/),
  ]);
  await sql`update ledger_slots set amount = amount + 1`.execute(database);
  expect(await proveRollUp(database)).toContainEqual(expect.stringMatching(/^slot /));
});
