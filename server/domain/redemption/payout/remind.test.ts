import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { PRIORITIES } from '#database/queue.ts';
import type { Transact } from '#database/transaction.ts';
import { testDatabase } from '#testing/database.ts';
import { countingReads, openRedemption } from '#testing/redemption.ts';
import { remindOfRewards } from './remind.ts';

const { database, transact } = await testDatabase();
const remind = () => remindOfRewards(transact);

interface Issued {
  id: string;
  memberId: string;
}

/** A reward of a new member that was issued so many days ago and ends in so many days, if at all. */
async function issue(ends: number | null, issuedAgo = 30): Promise<Issued> {
  const { id, memberId } = await openRedemption(database);
  await sql`update card_redemptions set status = 'issued',
      issued_at = now() - make_interval(secs => ${issuedAgo * 86_400}::float8),
      expires_at = now() + make_interval(secs => ${ends === null ? null : ends * 86_400}::float8)
    where id = ${id}`.execute(database);
  return { id, memberId };
}
/** More rewards like this one, of the same member. */
async function copy({ id }: Issued, count: number, values: object = {}): Promise<void> {
  await sql`
    insert into card_redemptions select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
      'request_id', gen_random_uuid()) || ${JSON.stringify(values)}::jsonb)).*
    from card_redemptions r, generate_series(1, ${count}::integer) where r.id = ${id}`.execute(database);
}
const noticesOf = ({ memberId }: Issued) =>
  database
    .selectFrom('notices')
    .select(['key', 'data'])
    .where('userId', '=', memberId)
    .where('kind', '=', 'reward_ending')
    .execute();

test('a reward is reminded of once when two weeks are left, by whichever workers and after whichever crashes', async () => {
  const ending = await issue(13.9);
  const { expiresAt, amountCents } = await database
    .selectFrom('cardRedemptions')
    .select(['expiresAt', 'amountCents'])
    .where('id', '=', ending.id)
    .executeTakeFirstOrThrow();
  const crashing: Transact = (work) =>
    transact(async (tx) => {
      await work(tx);
      throw new Error('killed');
    });
  await expect(remindOfRewards(crashing)).rejects.toThrow('killed');
  expect(await noticesOf(ending)).toEqual([]);
  await Promise.all([remind(), remind(), remind()]);
  await remind();
  expect(await noticesOf(ending)).toEqual([
    {
      key: `reward_ending:${ending.id}`,
      data: { redemptionId: ending.id, amountCents, at: expiresAt?.toISOString() },
    },
  ]);
  // Retention deletes notices, and the mark stays.
  await database.deleteFrom('notices').where('userId', '=', ending.memberId).execute();
  await remind();
  expect(await noticesOf(ending)).toEqual([]);
});

test.each([
  ['has more than two weeks', 14.1, 30, 0],
  ['has no end', null, 30, 0],
  ['has a few days and was issued a moment ago', 5, 0.9, 0],
  ['has a few days and was issued the day before', 5, 1.1, 1],
  ['is at its end', -0.1, 30, 0],
])('of a reward that %s, so many reminders are sent', async (_, ends, issuedAgo, count) => {
  const reward = await issue(ends, issuedAgo);
  await remind();
  expect(await noticesOf(reward)).toHaveLength(count);
});

test('nobody is reminded of a reward that was taken back or has expired', async () => {
  for (const status of ['reversed', 'expired'] as const) {
    const reward = await issue(5);
    await database.updateTable('cardRedemptions').set({ status }).where('id', '=', reward.id).execute();
    await remind();
    expect(await noticesOf(reward)).toEqual([]);
  }
});

test('a member is reminded after a suspension, and not once they have left', async () => {
  const [reward, left] = [await issue(5), await issue(5)];
  const set = ({ memberId }: Issued, values: { suspendedAt?: Date | null; erasedAt?: Date }) =>
    database.updateTable('users').set(values).where('id', '=', memberId).execute();
  await set(reward, { suspendedAt: new Date() });
  await set(left, { erasedAt: new Date() });
  await remind();
  expect(await noticesOf(reward)).toEqual([]);
  await set(reward, { suspendedAt: null });
  await remind();
  expect([await noticesOf(reward), await noticesOf(left)]).toMatchObject([[{}], []]);
});

test('a member who leaves right now keeps no other waiting, and nor does a reward that somebody changes', async () => {
  const [changed, leaving, other] = [await issue(5), await issue(5), await issue(5)];
  const holder = await database.startTransaction().execute();
  await sql`select from card_redemptions where id = ${changed.id} for update`.execute(holder);
  await sql`select from users where id = ${leaving.memberId} for update`.execute(holder);
  await remind();
  const meanwhile = [await noticesOf(changed), await noticesOf(leaving), await noticesOf(other)];
  await holder.rollback().execute();
  await remind();
  expect(meanwhile).toMatchObject([[], [], [{}]]);
  expect([await noticesOf(changed), await noticesOf(leaving)]).toMatchObject([[{}], [{}]]);
});

test('all rewards of which a reminder is due are reminded of, so many at a time and in a run, behind all else', async () => {
  const reward = await issue(5);
  await copy(reward, 249);
  const told: number[] = [];
  const counted: Transact = async (work) => {
    const before = (await noticesOf(reward)).length;
    const done = await transact(work);
    told.push((await noticesOf(reward)).length - before);
    return done;
  };
  // A run ends after most of a minute, of which a busy machine may need more.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  await remindOfRewards(counted, 210);
  expect(told).toEqual([100, 100, 10]);
  await remindOfRewards(counted, 210);
  expect(told).toEqual([100, 100, 10, 40]);
  clock.mockRestore();
  const { rows } = await sql`select distinct priority from graphile_worker.jobs where key in (
    select 'deliver_notice:' || id from notices where user_id = ${reward.memberId})`.execute(database);
  expect(rows).toEqual([{ priority: PRIORITIES.last }]);
});

test('rewards that have time left or were reminded of are not read', async () => {
  await copy(await issue(400), 3_000);
  const due = await issue(5);
  await copy(due, 3_000, { reminded_at: new Date().toISOString() });
  await sql`analyze card_redemptions, users`.execute(database);
  const { counted, read } = countingReads(transact);
  await remindOfRewards(counted);
  expect(await noticesOf(due)).toHaveLength(1);
  expect(Math.max(...read)).toBeLessThan(100);
});
