import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { untilBlocked } from '#testing/blocked.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, credit } from '#testing/factories.ts';
import {
  InsufficientBalance,
  memberAccount,
  PAYOUTS_HELD,
  post,
  proveLedger,
  type Transfer,
  wallAccount,
} from './index.ts';

const { database, transact } = await testDatabase();

const transfer = (values: Partial<Transfer> & Pick<Transfer, 'from' | 'to' | 'amount'>): Transfer => {
  const reference = randomUUID();
  return { key: reference, unit: 'points', kind: 'credit', reference, actor: 'system', ...values };
};
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;

describe('post', () => {
  test('moves the cached balance with the transfer and records the balance after it', async () => {
    const member = await createMember(database);
    const posted = await transact((tx) =>
      post(tx, [
        transfer({ from: wallAccount('w'), to: memberAccount(member.id), amount: 70 }),
        transfer({ from: memberAccount(member.id), to: PAYOUTS_HELD, amount: 30, kind: 'redemption' }),
      ]),
    );
    expect(posted.map((row) => row.balanceAfter)).toEqual([70, 40]);
    expect(await pointsOf(member.id)).toBe(40);
  });

  test("leaves a member's row on its page, so that no index of members is written", async () => {
    const member = await createMember(database);
    await transact(async (tx) => {
      for (const amount of [70, 5]) {
        await post(tx, [transfer({ from: wallAccount('w'), to: memberAccount(member.id), amount })]);
      }
      // What the connection did to members just before may be counted in.
      const { rows } = await sql`
        select updates >= 2 as moved, updates - hot as left_their_page
        from pg_stat_get_xact_tuples_updated('users'::regclass) updates,
          pg_stat_get_xact_tuples_hot_updated('users'::regclass) hot`.execute(tx);
      expect(rows).toEqual([{ moved: true, leftTheirPage: '0' }]);
    });
  });

  test('skips a key that was posted before with the same content', async () => {
    const member = await createMember(database);
    const same = transfer({ from: wallAccount('w'), to: memberAccount(member.id), amount: 5 });
    await transact((tx) => post(tx, [same]));
    expect(await transact((tx) => post(tx, [same]))).toEqual([]);
    expect(await pointsOf(member.id)).toBe(5);
  });

  test('refuses a key that was posted before with other content', async () => {
    const member = await createMember(database);
    const first = transfer({ from: wallAccount('w'), to: memberAccount(member.id), amount: 5 });
    await transact((tx) => post(tx, [first]));
    await expect(transact((tx) => post(tx, [{ ...first, amount: 6 }]))).rejects.toThrow('used before');
    expect(await pointsOf(member.id)).toBe(5);
  });

  test('refuses a key that comes twice in one posting, even with the same content', async () => {
    const member = await createMember(database);
    const same = transfer({ from: wallAccount('w'), to: memberAccount(member.id), amount: 5 });
    await expect(transact((tx) => post(tx, [same, same]))).rejects.toThrow('twice in one posting');
    expect(await pointsOf(member.id)).toBe(0);
  });

  test('lets 50 parallel copies of one transfer post once', async () => {
    const member = await createMember(database);
    const same = transfer({ from: wallAccount('w'), to: memberAccount(member.id), amount: 5 });
    await Promise.all(Array.from({ length: 50 }, () => transact((tx) => post(tx, [same]))));
    expect(await pointsOf(member.id)).toBe(5);
  });

  test('lets k of n parallel debits succeed when the balance covers k', async () => {
    const member = await createMember(database, { points: 300 });
    const debit = () =>
      transact((tx) =>
        post(tx, [transfer({ from: memberAccount(member.id), to: PAYOUTS_HELD, amount: 100 })]),
      );
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, debit));
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed).toHaveLength(17);
    for (const outcome of failed) expect(outcome.reason).toBeInstanceOf(InsufficientBalance);
    expect(await pointsOf(member.id)).toBe(0);
  });

  test('lets only a reversal take a balance below zero', async () => {
    const member = await createMember(database, { points: 10 });
    const back = transfer({
      from: memberAccount(member.id),
      to: wallAccount('w'),
      amount: 25,
      kind: 'reversal',
    });
    await expect(transact((tx) => post(tx, [back]))).rejects.toBeInstanceOf(InsufficientBalance);
    await transact((tx) => post(tx, [{ ...back, mayOverdraw: true }]));
    expect(await pointsOf(member.id)).toBe(-15);
    await credit(database, member.id, 20);
    expect(await pointsOf(member.id)).toBe(5);
  });

  test('posts opposing transfers of many members in parallel without a deadlock', async () => {
    const members = await Promise.all(
      Array.from({ length: 6 }, () => createMember(database, { points: 1000 })),
    );
    const shuffled = () => [...members].sort(() => Math.random() - 0.5);
    await Promise.all(
      Array.from({ length: 40 }, () =>
        transact((tx) =>
          post(
            tx,
            shuffled().map((m) => transfer({ from: memberAccount(m.id), to: PAYOUTS_HELD, amount: 1 })),
          ),
        ),
      ),
    );
    expect(await Promise.all(members.map((m) => pointsOf(m.id)))).toEqual(members.map(() => 960));
  });

  test('locks the members in the order of their ids, so that no two postings wait for each other', async () => {
    const made = await Promise.all(Array.from({ length: 9 }, () => createMember(database)));
    const ids = made.map(({ id }) => id).sort();
    const [middle = '', ...after] = ids.slice(4);
    const other = await database.startTransaction().execute();
    await other.selectFrom('users').select('id').where('id', '=', middle).forUpdate().execute();
    const posting = transact((tx) =>
      post(
        tx,
        made.map(({ id }) => transfer({ from: wallAccount('w'), to: memberAccount(id), amount: 1 })),
      ),
    );
    await untilBlocked(other);
    const free = await other
      .selectFrom('users')
      .select('id')
      .where('id', 'in', ids)
      .where('id', '<>', middle)
      .forUpdate()
      .skipLocked()
      .execute();
    await other.rollback().execute();
    await posting;
    expect(free.map(({ id }) => id).sort()).toEqual(after);
  });

  test('refuses a transfer to a member who does not exist', async () => {
    const nobody = transfer({ from: wallAccount('w'), to: memberAccount(randomUUID()), amount: 5 });
    await expect(transact((tx) => post(tx, [nobody]))).rejects.toThrow('does not exist');
  });

  test('is the only way to write: transfers cannot be changed, deleted or truncated', async () => {
    const member = await createMember(database, { points: 10 });
    for (const change of [
      sql`update ledger_transfers set amount = 1 where member_id = ${member.id}`,
      sql`delete from ledger_transfers where member_id = ${member.id}`,
      sql`truncate ledger_transfers`,
    ]) {
      await expect(change.execute(database)).rejects.toThrow('append-only');
    }
  });

  test('keeps every sum right under random parallel credits, reversals and redemptions', async () => {
    const step = fc.record({
      who: fc.nat(2),
      kind: fc.constantFrom('credit', 'reversal', 'redemption', 'refund'),
      amount: fc.integer({ min: 1, max: 500 }),
      repeat: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const members = await Promise.all([
          createMember(database),
          createMember(database),
          createMember(database),
        ]);
        const expected = new Map(members.map((member) => [member.id, 0]));
        await Promise.all(
          steps.map(async ({ who, kind, amount, repeat }) => {
            const account = memberAccount(members[who]?.id ?? '');
            const outward = kind === 'reversal' || kind === 'redemption';
            const other = kind === 'credit' || kind === 'reversal' ? wallAccount('w') : PAYOUTS_HELD;
            const one = transfer({
              ...(outward ? { from: account, to: other } : { from: other, to: account }),
              amount,
              kind: kind as Transfer['kind'],
              mayOverdraw: kind === 'reversal',
            });
            const copies = await Promise.allSettled(
              Array.from({ length: repeat }, () => transact((tx) => post(tx, [one]))),
            );
            const posted = copies.filter(
              (copy) => copy.status === 'fulfilled' && copy.value.length === 1,
            ).length;
            expect(posted).toBeLessThanOrEqual(1);
            const id = account.slice(7);
            if (posted) expected.set(id, (expected.get(id) ?? 0) + (outward ? -amount : amount));
          }),
        );
        for (const [id, points] of expected) expect(await pointsOf(id)).toBe(points);
        expect(await proveLedger(database)).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });
});

describe('the proof', () => {
  test.each(['points', 'cashRewardedCents'] as const)(
    'names cached %s that differ from the sum of their transfers',
    async (column) => {
      const member = await createMember(database, { points: 10 });
      const before = column === 'points' ? 10 : 0;
      const set = (value: number) =>
        database
          .updateTable('users')
          .set({ [column]: value })
          .where('id', '=', member.id)
          .execute();
      await set(before + 1);
      expect(await proveLedger(database)).toEqual([expect.stringContaining(member.id)]);
      await set(before);
      expect(await proveLedger(database)).toEqual([]);
    },
  );

  // The last one: what was posted stays.
  test('names a transfer that recorded another balance than those before it say', async () => {
    const member = await createMember(database, { points: 10 });
    await sql`insert into ledger_transfers
        (key, unit, from_account, to_account, amount, kind, reference, actor, balance_after)
      values ('wrong', 'points', 'wall:w', ${memberAccount(member.id)}, 5, 'credit', 'wrong', 'system', 16)`.execute(
      database,
    );
    await database.updateTable('users').set({ points: 15 }).where('id', '=', member.id).execute();
    expect(await proveLedger(database)).toEqual([
      expect.stringMatching(/^transfer \d+: recorded balance 16, the transfers before it say 15$/),
    ]);
  });
});
