import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WallMoney } from '#contract/walls.money.ts';
import { transactOn } from '#database/transaction.ts';
import {
  matureCredits,
  proveRevenue,
  readWallMoney,
  replayPostback,
  rollUpRevenue,
} from '#domain/earning/index.ts';
import { rollUpLedger } from '#domain/ledger/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { createMember, MAILBOX_KEY } from '#testing/factories.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { leaveToTest } from '#testing/timetable.ts';
import { definitions, HELD_WALL } from '#testing/walls.ts';

const site = await startPostbackSite();
const { database, memberWithCode, plain, call, transactionOf } = site;
const transact = transactOn(database);
await leaveToTest(database, 'mature_credits');
const walls = definitions.map((definition) => ({
  definition,
  settings: {},
  secrets: { key: 'unused' },
  maxPoints: 1_000,
  holdDays: 0,
  share: [],
}));
const THRESHOLD = 100_000;

const ALL_TIME = { begin: sql`'-infinity'::timestamptz`, end: sql`'infinity'::timestamptz` };
const moneyOf = async (wall: string, configured = walls): Promise<WallMoney | undefined> =>
  (await readWallMoney(database, configured, ALL_TIME)).find((one) => one.wall === wall);
const revenueOf = async (tx: string) => (await transactionOf(tx))?.revenueUsdMicros;
const rollUp = async (step?: number) => {
  await rollUpLedger(transact);
  await rollUpRevenue(transact, step);
};

test('the revenue of a credit is stored by every path that a credit can take', async () => {
  const { code, tx } = await memberWithCode();
  const values = { user: code, points: 40, pay: '0.5554449' };
  await plain({ ...values, tx });
  await plain({ ...values, tx: `${tx}-held` }, HELD_WALL);
  await plain({ ...values, tx: `${tx}-click`, ref: tx }, 'by-click');
  await plain({ ...values, tx: `${tx}-early`, status: 2 });
  expect(await revenueOf(`${tx}-early`)).toBeNull();
  await plain({ ...values, tx: `${tx}-early` });
  for (const name of ['', '-held', '-click', '-early']) expect(await revenueOf(tx + name)).toBe('555444');

  await plain({ ...values, tx, pay: '9' });
  expect(await revenueOf(tx)).toBe('555444');
  await plain({ ...values, tx: `${tx}-silent`, pay: 'soon' });
  expect(await revenueOf(`${tx}-silent`)).toBeNull();

  await plain({ ...values, user: 'comes-later', tx: `${tx}-parked` });
  const { id: userId } = await createMember(database);
  await database.insertInto('wallMembers').values({ wall: 'plain', code: 'comes-later', userId }).execute();
  const [parked] = await site.logOf(`${tx}-parked`);
  await transact((step) =>
    replayPostback(step, walls, { logId: parked?.id ?? '', adminId: randomUUID() }, THRESHOLD),
  );
  expect(await revenueOf(`${tx}-parked`)).toBe('555444');
});

test('the sums equal what was sent to the millionth, before, during and after roll-ups of any size', async () => {
  const before = await moneyOf('plain');
  const { code, tx } = await memberWithCode();
  let [earned, reversed, credits, named, micros] = [0, 0, 0, 0, 0n];
  for (let index = 0; index < 60; index += 1) {
    const points = 1 + ((index * 37) % 90);
    const pay = BigInt(index * 123_457 + 1);
    const said = index % 7 !== 0;
    const text = `${pay / 1_000_000n}.${String(pay % 1_000_000n).padStart(6, '0')}`;
    const values = { tx: `${tx}-${index}`, user: code, points, ...(said ? { pay: text } : {}) };
    expect(await plain(values)).toBe('200 OK');
    [earned, credits, named] = [earned + points, credits + 1, named + (said ? 1 : 0)];
    micros += said ? pay : 0n;
    if (index % 5 === 0) {
      await plain({ ...values, status: 2 });
      reversed += points;
      micros -= said ? pay : 0n;
    }
    if (index % 20 === 10) await rollUp(3);
  }
  const expected = {
    earned: earned + (before?.earned ?? 0),
    reversed: reversed + (before?.reversed ?? 0),
    credits: credits + (before?.credits ?? 0),
    revenue: {
      usdMicros: Number(micros) + (before?.revenue?.usdMicros ?? 0),
      credits: named + (before?.revenue?.credits ?? 0),
    },
  };
  expect(await moneyOf('plain')).toMatchObject(expected);
  await Promise.all([rollUp(), rollUp(7), rollUp()]);
  await rollUp();
  expect(await moneyOf('plain')).toMatchObject(expected);
  const { rows } = await sql<{ micros: number }>`
    select sum(revenue_usd_micros)::float8 as micros from webhook_transactions
    where provider = 'plain' and status = 'credited'`.execute(database);
  expect(rows[0]?.micros).toBe(expected.revenue.usdMicros);
  expect(await proveRevenue(database)).toEqual([]);
});

test('what a wall takes back of a member who has left is no revenue any more', async () => {
  const [before, heldBefore] = [await moneyOf('plain'), await moneyOf(HELD_WALL)];
  const { id, code, tx } = await memberWithCode();
  const values = { user: code, points: 40, pay: '0.5' };
  await plain({ ...values, tx });
  await plain({ ...values, tx: `${tx}-held` }, HELD_WALL);
  await transact((step) => eraseAccount(step, id, MAILBOX_KEY));
  await rollUp();
  expect(await moneyOf('plain')).not.toEqual(before);
  await plain({ ...values, tx, status: 2 });
  await plain({ ...values, tx: `${tx}-held`, status: 2 }, HELD_WALL);
  for (const settled of [async () => {}, rollUp]) {
    await settled();
    expect(await moneyOf('plain')).toMatchObject({
      earned: 40 + (before?.earned ?? 0),
      reversed: 40 + (before?.reversed ?? 0),
      revenue: { usdMicros: before?.revenue?.usdMicros ?? 0 },
    });
    expect(await moneyOf(HELD_WALL)).toEqual(heldBefore);
  }
  expect(await proveRevenue(database)).toEqual([]);
});

test('the proof names a difference between the slots and the transactions', async () => {
  await rollUp();
  // A quarter of an hour may have ended since the first credit, so there may be two slots.
  const { rows } = await sql<{ slot: Date }>`
    select max(slot) as slot from wall_revenue_slots where wall = 'plain' and kind = 'credit'`.execute(
    database,
  );
  const add = (micros: number) =>
    sql`update wall_revenue_slots set usd_micros = usd_micros + ${micros}
      where wall = 'plain' and kind = 'credit' and slot = ${rows[0]?.slot}`.execute(database);
  await add(1);
  expect(await proveRevenue(database)).toEqual([
    expect.stringMatching(
      /^revenue of slot .*, wall plain, credit: rolled up \d+ of \d+, the transactions say \d+ of \d+$/,
    ),
  ]);
  await add(-1);
});

test('the revenue of a pending credit counts when its points do', async () => {
  const before = await moneyOf(HELD_WALL);
  const { code, tx } = await memberWithCode();
  await plain({ tx, user: code, points: 50, pay: '0.8' }, HELD_WALL);
  await rollUp();
  expect(await moneyOf(HELD_WALL)).toEqual(before);
  await sql`update webhook_transactions set held_until = now() where transaction_id = ${tx}`.execute(
    database,
  );
  await sql`update tasks t set held_until = w.held_until from webhook_transactions w
    where w.id = t.id and w.transaction_id = ${tx}`.execute(database);
  await matureCredits(transact, THRESHOLD);
  expect(await moneyOf(HELD_WALL)).toMatchObject({
    earned: 50,
    reversed: 0,
    credits: 1,
    revenue: { usdMicros: 800_000, credits: 1 },
  });
});

test('revenue is unknown only if the calls of a wall never name it', async () => {
  const { code, tx } = await memberWithCode();
  await call(`by-token?token=token-that-must-not-be-kept&tx=${tx}&user=${code}&points=5`);
  expect(await moneyOf('by-token')).toMatchObject({ credits: 1, revenue: { usdMicros: 0, credits: 0 } });
  const silent = walls.map((wall) => {
    const { usd: _, ...fields } = wall.definition.postback.fields;
    return { ...wall, definition: { ...wall.definition, postback: { ...wall.definition.postback, fields } } };
  });
  expect(await moneyOf('by-token', silent)).toMatchObject({ credits: 1, revenue: null });
  expect(await moneyOf('plain', silent)).toEqual(await moneyOf('plain'));
});
