import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Tx } from '#database/client.ts';
import { isDatabaseAway } from '#database/reach.ts';
import { transactOn } from '#database/transaction.ts';
import { matureCredits } from '#domain/earning/index.ts';
import { runProofs } from '#server/ops/run-proofs.ts';
import { giveGrants } from '#testing/captcha.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { clickOf, LINK, newMission } from '#testing/missions.ts';
import { WAIT } from '#testing/patience.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { HELD_WALL } from '#testing/walls.ts';

/** Everything that can happen to a member, while they leave. */

/** PostgreSQL looks for a circle when a wait has lasted so long: by then the test of a deadlock has closed one. */
const LOOKS_AFTER_MS = 5_000;
const options = new URLSearchParams({ options: `-c deadlock_timeout=${LOOKS_AFTER_MS}` });
const databaseUrl = `${(await testDatabase()).url}?${options}`;
const site = await startPostbackSite({ databaseUrl });
const { database, memberWithCode, plain } = site;
const transact = transactOn(database);
const MEMBERS = 4;
const ROUNDS = 3;
const REDEMPTIONS = 6;
/** All actions on the members of one round begin within this time. */
const SPREAD_MS = 800;

const owner = site.visitor();
owner.cookie = await signIn(database, await createMember(database, { isAdmin: true }));

/** How many deadlocks PostgreSQL has resolved in this database. */
async function deadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ count: number }>`select deadlocks::integer as count from pg_stat_database
    where datname = current_database()`.execute(database);
  return rows[0]?.count ?? 0;
}

/** A member with credits, one about to mature, claims, a started mission and a redemption under way. */
async function prepare(mission: string) {
  const { id, code } = await memberWithCode();
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, { id, isAdmin: false });
  const credits = Array.from({ length: 5 }, () => randomUUID());
  for (const tx of credits) expect(await plain({ tx, user: code, points: 600 })).toBe('200 OK');
  const pending = randomUUID();
  await plain({ tx: pending, user: code, points: 50 }, HELD_WALL);
  await database
    .updateTable('webhookTransactions')
    .set({ heldUntil: sql`now()` })
    .where('transactionId', '=', pending)
    .execute();
  await giveGrants(database, id, 'redemption', REDEMPTIONS + 1);
  await giveGrants(database, id, 'mission');
  const { body } = await visitor.post(`/api/missions/${mission}/start`, undefined);
  const redeem = () => visitor.post('/api/redemptions', { requestId: randomUUID(), cardTier: '1USD' });
  await redeem();
  const about = { kind: 'wall', wall: 'plain', title: 'The game' };
  const happenedAt = new Date(Date.now() - 3_600_000).toISOString();
  const claims: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    claims.push((await visitor.post('/api/claims', { about, happenedAt, text: 'Nothing came.' })).body.id);
  }
  return { id, code, visitor, credits, pending, redeem, claims, click: clickOf(body.content.url) };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Returns the status of each, or the error it threw. */
function everythingOf(member: Prepared): (() => Promise<unknown>)[] {
  const { id, code, visitor, credits, pending, redeem, claims } = member;
  const statusOf = (answer: Promise<{ status: number }>) => answer.then(({ status }) => status);
  const adjustment = (points: number) => ({
    points,
    reasonCode: 'goodwill',
    text: 'For the trouble',
    requestId: randomUUID(),
  });
  return [
    ...Array.from({ length: REDEMPTIONS }, () => () => statusOf(redeem())),
    ...credits.slice(0, 3).map((tx) => () => plain({ tx, user: code, status: 2 })),
    () => plain({ tx: pending, user: code, status: 2 }, HELD_WALL),
    ...[1, 2].map(() => () => plain({ tx: randomUUID(), user: code, points: 20 })),
    ...claims.map((claim, index) => () => {
      const decision = index === 0 ? { decision: 'granted', points: 10 } : { decision: 'refused' };
      return statusOf(owner.post(`/api/admin/claims/${claim}/decision`, { ...decision, answer: 'Here.' }));
    }),
    () => statusOf(owner.post(`/api/admin/users/${id}/adjustments`, adjustment(5))),
    () => statusOf(owner.post(`/api/admin/users/${id}/adjustments`, adjustment(-5))),
    () => statusOf(visitor.call('DELETE', '/api/user/account')),
  ];
}

/** Whether the site, or a wall's word of it, asks to come again: a busy machine has let a call wait for too long. */
const isPutOff = (answer: unknown) => answer === 503 || /^50[03] AGAIN$/.test(String(answer));

/** Begins within SPREAD_MS, and again as often as it is put off. */
const soon = async (work: () => Promise<unknown>) => {
  const end = performance.now() + WAIT.timeout;
  for (;;) {
    await pause(Math.random() * SPREAD_MS);
    const answer = await work();
    if (!isPutOff(answer) || performance.now() > end) return answer;
  }
};

/** A job that the database puts off comes again too. */
const mature = () =>
  matureCredits(transact, 100).catch((error: unknown) => {
    if (isDatabaseAway(error)) return 503;
    throw error;
  });

test('leaving during redeeming, reversals, claims and actions of staff fails no call, meets no deadlock and loses no point', async () => {
  const before = await deadlocks();
  const mission = await newMission(database, { content: LINK });
  for (let round = 0; round < ROUNDS; round += 1) {
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => prepare(mission)));
    const answers = await Promise.all([...members.flatMap(everythingOf), mature].map(soon));
    const failed = answers.filter((answer) => {
      const status = typeof answer === 'string' ? Number(answer.slice(0, 3)) : Number(answer ?? 200);
      return status >= 500;
    });
    expect(failed).toEqual([]);
  }
  const open = () =>
    database
      .selectFrom('cardRedemptions')
      .select('id')
      .where('status', 'in', ['pending', 'processing'])
      .execute();
  await expect.poll(open, { interval: 200 }).toEqual([]);
  expect(await deadlocks()).toBe(before);
  expect(await runProofs(database, { wallCostPercentMax: 100 })).toBe(0);
});

/** A transaction of the test locks what the postback needs second, then waits for the member's row, which the postback has locked. */
async function meetInACircle(
  memberId: string,
  hold: (tx: Tx) => Promise<unknown>,
  send: () => Promise<string>,
) {
  const before = await deadlocks();
  const blockedBy = async (pid: number) => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and ${pid} = any (pg_blocking_pids(pid))`.execute(database);
    return rows.length;
  };
  let answer = Promise.resolve('');
  await transactOn(database)(async (tx) => {
    // PostgreSQL ends the transaction that looks first.
    await sql`set local deadlock_timeout = '60s'`.execute(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await hold(tx);
    answer = send();
    await expect.poll(() => blockedBy(rows[0]?.pid ?? 0), { interval: 5 }).toBe(1);
    await sql`select from users where id = ${memberId} for update`.execute(tx);
    throw new Error('rolled back');
  }).catch((error: Error) => expect(error.message).toBe('rolled back'));
  const answered = await answer;
  // The ended one tries again at once, and may meet the other a second time before that one wakes.
  await expect.poll(deadlocks).toBeGreaterThan(before);
  return answered;
}

test('a reversal that a deadlock ends is applied at once by a retry, and the wall gets a success', async () => {
  const { id, code, tx: transactionId } = await memberWithCode();
  await plain({ tx: transactionId, user: code, points: 40 });
  const hold = (tx: Tx) =>
    sql`select from webhook_transactions where transaction_id = ${transactionId} for update`.execute(tx);
  const reverse = () => plain({ tx: transactionId, user: code, status: 2 });
  expect(await meetInACircle(id, hold, reverse)).toBe('200 OK');
  expect(await site.pointsOf(id)).toBe(0);
});

test('a credit whose batch a deadlock ends is credited at once, and only once', async () => {
  const { id, code, tx: transactionId } = await memberWithCode();
  const hold = (tx: Tx) =>
    sql`insert into webhook_transactions (id, transaction_id, provider, status, amount_mb)
      values (gen_random_uuid(), ${transactionId}, 'plain', 'credited', 1)`.execute(tx);
  const credit = () => plain({ tx: transactionId, user: code, points: 40 });
  expect(await meetInACircle(id, hold, credit)).toBe('200 OK');
  expect(await site.pointsOf(id)).toBe(40);
});
