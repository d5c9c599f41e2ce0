import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { MemberEvent } from '#database/news.ts';
import type { Transact } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { countingReads, openRedemption } from '#testing/redemption.ts';
import { expireRedemptions } from './expire.ts';

const { database, transact } = await testDatabase();

/** Rewards of a member whose last day ended or ends so many days from now. */
async function issue(count: number, days: number): Promise<{ memberId: string; ids: string[] }> {
  const { id: first, memberId } = await openRedemption(database);
  const { rows } = await sql<{ id: string }>`
    insert into card_redemptions select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
      'request_id', gen_random_uuid(), 'status', 'issued', 'expires_at', now() + make_interval(days => ${days})))).*
    from card_redemptions r, generate_series(1, ${count}::integer) where r.id = ${first}
    returning id`.execute(database);
  return { memberId, ids: rows.map(({ id }) => id).sort() };
}
const statusesOf = async (memberId: string) => {
  const { rows } = await sql<{ status: string; rewards: number }>`
    select status, count(*)::integer as rewards from card_redemptions
    where user_id = ${memberId} and status <> 'pending' group by status`.execute(database);
  return Object.fromEntries(rows.map(({ status, rewards }) => [status, rewards]));
};

test('all rewards whose last day is over expire, however many there are, and open pages are told of each', async () => {
  const over = await issue(25, -2);
  const good = await issue(3, 2);
  const told: MemberEvent[] = [];
  let steps = 0;
  const heard: Transact = (work) =>
    transact(async (tx) => {
      const done = await work(tx);
      told.push(...tx.news.events);
      steps += 1;
      return done;
    });
  await expireRedemptions(heard, 10);
  expect(steps).toBe(4);
  expect(await statusesOf(over.memberId)).toEqual({ expired: 25 });
  expect(await statusesOf(good.memberId)).toEqual({ issued: 3 });
  expect(told.map((event) => ('id' in event.data ? event.data.id : '')).sort()).toEqual(over.ids);
  expect(told[0]).toMatchObject({
    ...{ type: 'redemption', userId: over.memberId },
    data: { status: 'expired' },
  });
});

test('a reward that somebody else holds keeps no other waiting, and expires the next time', async () => {
  const over = await issue(2, -2);
  const holder = await database.startTransaction().execute();
  await sql`select from card_redemptions where id = ${over.ids[0]} for update`.execute(holder);
  await expireRedemptions(transact);
  expect(await statusesOf(over.memberId)).toEqual({ issued: 1, expired: 1 });
  await holder.rollback().execute();
  await expireRedemptions(transact);
  expect(await statusesOf(over.memberId)).toEqual({ expired: 2 });
});

test('rewards that have time left are not read', async () => {
  const { memberId } = await issue(3_000, 400);
  const over = await issue(5, -2);
  await sql`analyze card_redemptions`.execute(database);
  const { counted, read } = countingReads(transact);
  await expireRedemptions(counted);
  expect(await statusesOf(over.memberId)).toEqual({ expired: 5 });
  expect(await statusesOf(memberId)).toEqual({ issued: 3_000 });
  expect(Math.max(...read)).toBeLessThan(100);
});
