import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#database/client.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { BILLING_ADDRESS } from '#testing/redemption.ts';
import { readFacts } from './facts.ts';

const { database, transact } = await testDatabase();

/** A moment after everything that was written: dates have whole milliseconds, the database stores microseconds. */
const afterAllWritten = () => new Date(Date.now() + 1);
const factsOf = async (userId: string, at = afterAllWritten()) => {
  const id = randomUUID();
  return (await readFacts(database, [{ id, userId, at, balance: 500 }])).get(id);
};
/** Of all tasks, because the hour may turn between two of them. */
const hour = new Date();
hour.setUTCMinutes(0, 0, 0);
const addTask = (userId: string, points: number, hoursAgo: number, more: { reversed?: boolean } = {}) =>
  sql`insert into tasks (user_id, task_type, points_earned, completed_at, reversed_at)
    values (${userId}, 'survey', ${points}, ${hour}::timestamptz - make_interval(hours => ${hoursAgo}),
      ${more.reversed ? sql`now() - interval '1 minute'` : null})`.execute(database);
const addDevice = (userId: string, device: string, network: string, daysAgo = 0) =>
  sql`insert into known_devices (user_id, device, network, seen_at)
    values (${userId}, ${device}, ${network}, now() - make_interval(days => ${daysAgo}))`.execute(database);
async function countDevicesRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
    from pg_stat_xact_user_tables where relname = 'known_devices'`.execute(tx);
  return rows[0]?.read ?? 0;
}
const live = async (values: { email?: string } = {}) => (await createMember(database, values)).id;
const moveIn = (userId: string, address: Partial<typeof BILLING_ADDRESS> = {}) =>
  database
    .insertInto('billingAddresses')
    .values({ userId, ...BILLING_ADDRESS, ...address })
    .execute();

test('a member without a past has calm facts', async () => {
  const id = await live();
  await sql`update users set created_at = now() - interval '50 hours 30 minutes' where id = ${id}`.execute(
    database,
  );
  expect(await factsOf(id)).toEqual({
    accountHours: 50,
    balance: 500,
    addressMembers: 0,
    mailboxMembers: 0,
    deviceMembers: 0,
    offerMembers: 0,
    tasks: 0,
    reversals: 0,
    busiestHourPoints: 0,
    usualHourPoints: null,
  });
});

test('spellings of one mailbox count as one, another mailbox does not', async () => {
  const id = await live({ email: 'ro.bin.example+a@gmail.com' });
  await live({ email: 'robinexample+b@googlemail.com' });
  await live({ email: 'robin.example@gmail.com' });
  await live({ email: 'robinexamples@gmail.com' });
  expect((await factsOf(id))?.mailboxMembers).toBe(2);
  const other = await live({ email: 'sam.one+x@site.example' });
  await live({ email: 'sam.one+y@site.example' });
  // With other mail services dots distinguish mailboxes.
  await live({ email: 'samone@site.example' });
  expect((await factsOf(other))?.mailboxMembers).toBe(1);
});

test('spellings of one postal address count as one, another flat does not', async () => {
  const [id, ...others] = await Promise.all([live(), live(), live(), live()]);
  await moveIn(id ?? '');
  await moveIn(others[0] ?? '', { line1: '1 MAIN  street.' });
  await moveIn(others[1] ?? '', { postalCode: '62-701' });
  await moveIn(others[2] ?? '', { line2: 'Flat 2' });
  expect((await factsOf(id ?? ''))?.addressMembers).toBe(2);
});

test('a device counts with its network, only recently, and not in a private network', async () => {
  const [id, same, browser, network, past] = await Promise.all([live(), live(), live(), live(), live()]);
  for (const near of [id, same]) {
    await addDevice(near, 'Firefox · Linux', '203.0.113.0/24');
    await addDevice(near, 'Chrome · Android', '2001:db8:0:1::/64');
  }
  await addDevice(browser, 'Safari · iPhone', '203.0.113.0/24');
  await addDevice(network, 'Firefox · Linux', '198.51.100.0/24');
  await addDevice(past, 'Firefox · Linux', '203.0.113.0/24', 31);
  expect((await factsOf(id))?.deviceMembers).toBe(1);
  const [a, b] = [await live(), await live()];
  for (const near of [a, b]) {
    for (const hidden of ['127.0.0.0/24', '10.1.2.0/24', '192.168.1.0/24', 'fd00:0:0:1::/64']) {
      await addDevice(near, 'Firefox · Linux', hidden);
    }
  }
  expect((await factsOf(a))?.deviceMembers).toBe(0);
});

describe('members with one kind of device in one network', () => {
  const PHONE = 'Chrome · Android';
  const neighbours = async (count: number, network: string) => {
    const ids = await Promise.all(Array.from({ length: count }, () => live()));
    for (const id of ids) await addDevice(id, PHONE, network);
    return ids;
  };
  const finish = (userId: string, offer: string, hoursAgo: number) =>
    sql`with task as (
        insert into tasks (user_id, task_type, points_earned, wall, completed_at)
        values (${userId}, 'offer_completion', 100, 'wall', now() - make_interval(hours => ${hoursAgo})) returning id
      )
      insert into webhook_transactions (id, transaction_id, provider, user_id, status, amount_mb, offer_id)
      select id, id::text, 'wall', ${userId}, 'credited', 100, ${offer} from task`.execute(database);
  const offerMembers = async (id: string | undefined) => (await factsOf(id ?? ''))?.offerMembers;

  test('who finish one offer within a day are counted, the most of any offer', async () => {
    const farm = await neighbours(10, '203.0.114.0/24');
    for (const [hours, id] of farm.entries()) await finish(id, 'Castle Quest', 2 * hours);
    await finish(farm[0] ?? '', 'Another', 1);
    await finish(farm[1] ?? '', 'Another', 1);
    expect(await offerMembers(farm[0])).toBe(9);
    const couple = await neighbours(2, '203.0.115.0/24');
    for (const id of couple) await finish(id, 'Castle Quest', 1);
    expect(await offerMembers(couple[0])).toBe(1);
  });

  test('who do other offers, or the same on another day or long ago, are not', async () => {
    const [one, other, slow, past] = await neighbours(4, '203.0.116.0/24');
    await finish(one ?? '', 'Castle Quest', 2);
    await finish(other ?? '', 'Another', 2);
    await finish(slow ?? '', 'Castle Quest', 27);
    expect(await offerMembers(one)).toBe(0);
    await finish(one ?? '', 'Old Quest', 24 * 8);
    await finish(past ?? '', 'Old Quest', 24 * 8);
    expect(await offerMembers(one)).toBe(0);
  });

  test('who are more than a household or a farm, as at a mobile carrier, are not', async () => {
    const carrier = await neighbours(32, '203.0.117.0/24');
    for (const id of carrier) await finish(id, 'Castle Quest', 1);
    expect(await factsOf(carrier[0] ?? '')).toMatchObject({ deviceMembers: 31, offerMembers: 0 });
  });

  test('who are more than any rule asks for are not all read', async () => {
    const network = '203.0.118.0/24';
    const member = await live();
    await addDevice(member, PHONE, network);
    await sql`
      with strangers as (
        insert into users (email, password, name, email_verified)
        select gen_random_uuid() || '@example.com', 'none', 'Robin', true from generate_series(1, 5000) returning id
      )
      insert into known_devices (user_id, device, network) select id, ${PHONE}, ${network} from strangers`.execute(
      database,
    );
    const [facts, read] = await transact(async (tx) => {
      const before = await countDevicesRead(tx);
      const subject = { id: randomUUID(), userId: member, at: afterAllWritten(), balance: 500 };
      const [known] = [...(await readFacts(tx, [subject])).values()];
      return [known, (await countDevicesRead(tx)) - before] as const;
    });
    expect(facts?.deviceMembers).toBeGreaterThanOrEqual(1_000);
    expect(read).toBeLessThan(3_000);
  });

  test('who are in a private network, as all are behind an undeclared proxy, are not', async () => {
    const strangers = await neighbours(2, '10.2.3.0/24');
    for (const id of strangers) await finish(id, 'Castle Quest', 1);
    expect(await offerMembers(strangers[0])).toBe(0);
  });
});

test('tasks, reversals and the busiest hour count as of the given moment', async () => {
  const id = await live();
  await addTask(id, 100, 24 * 20);
  await addTask(id, 300, 24 * 21);
  await addTask(id, 900, 24 * 2, { reversed: true });
  await addTask(id, 900, 24 * 2);
  await addTask(id, 50, 24 * 40);
  expect(await factsOf(id)).toMatchObject({
    tasks: 4,
    reversals: 1,
    busiestHourPoints: 1_800,
    usualHourPoints: 200,
  });
  // One that is taken back today was none three days ago.
  await addTask(id, 300, 24 * 22, { reversed: true });
  expect(await factsOf(id)).toMatchObject({ tasks: 5, reversals: 2 });
  const before = new Date(Date.now() - 24 * 3 * 3_600_000);
  expect(await factsOf(id, before)).toMatchObject({ tasks: 3, reversals: 0, busiestHourPoints: 0 });
});

test('accounts that were made later were no other members then', async () => {
  const id = await live({ email: 'early.bird@gmail.com' });
  const then = afterAllWritten();
  const later = await live({ email: 'earlybird+2@gmail.com' });
  await sql`update users set created_at = now() + interval '1 second' where id = ${later}`.execute(database);
  expect((await factsOf(id, then))?.mailboxMembers).toBe(0);
  expect((await factsOf(id, new Date(Date.now() + 60_000)))?.mailboxMembers).toBe(1);
});
