import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Tx } from '#database/client.ts';
import { transactOn } from '#database/transaction.ts';
import { sendEmailChangeMail } from '#domain/members/index.ts';
import {
  assignFulfilment,
  endRedemption,
  fulfilByHand,
  proveRedemptions,
  readReward,
  requestRedemption,
  voidStock,
} from '#domain/redemption/index.ts';
import { pauseMember } from '#domain/trust/index.ts';
import { mailedCode, mailedToken, newAddress, PASSWORD, signUp } from '#testing/accounts.ts';
import { giveGrants } from '#testing/captcha.ts';
import { credit } from '#testing/factories.ts';
import { missionMember, newMission } from '#testing/missions.ts';
import { PUSH_KEYS } from '#testing/push-service.ts';
import { ownRewards, REWARD_KEYS } from '#testing/redemption.ts';
import { addCodes, addReward, knownMember, OWN_SERVING } from '#testing/rewards.ts';
import { type ApiAnswer, startTestServer, type Visitor } from '#testing/server.ts';

/** Every change of a member locks their row first, so that two changes wait for each other without a deadlock. */

const site = await startTestServer();
const { database } = site;

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows[0]?.count ?? 0;
}

/** How many deadlocks PostgreSQL has resolved in this database; the count appears after a while. */
async function deadlocks(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await sql<{ count: number }>`select deadlocks::integer as count from pg_stat_database
    where datname = current_database()`.execute(database);
  return rows[0]?.count ?? 0;
}

/** Redemptions that a worker fulfils, or is to fulfil now. */
async function dueFulfilments(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from graphile_worker.jobs
    where task_identifier = 'fulfil_redemption' and (locked_at is not null or run_at <= now())`.execute(
    database,
  );
  return rows[0]?.count ?? 0;
}

/** Starts the works in order while the row, of a member unless another is named, is locked, so that all of them wait. */
async function meet(
  id: string,
  works: (() => Promise<unknown>)[],
  table: 'users' | 'rewards' = 'users',
): Promise<unknown[]> {
  const begun: Promise<unknown>[] = [];
  await database.transaction().execute(async (tx) => {
    await sql`select from ${sql.table(table)} where id = ${id} for update`.execute(tx);
    for (const work of works) {
      begun.push(work());
      await expect.poll(waiting).toBeGreaterThanOrEqual(begun.length);
    }
  });
  return Promise.all(begun);
}
const status = (answer: Promise<ApiAnswer>) => answer.then((one) => one.status);
const leave = (visitor: Visitor) => () => status(visitor.call('DELETE', '/api/user/account'));
const save = (visitor: Visitor, values: object) => () =>
  status(visitor.call('PATCH', '/api/user/profile', values));

async function movingMember() {
  const member = await signUp(site);
  const to = newAddress();
  await save(member.visitor, { email: to })();
  const code = await mailedCode(site, to);
  const confirm = () => status(member.visitor.post('/api/user/email-change/confirm', { code }));
  return { ...member, to, confirm };
}

async function resettingMember() {
  const member = await signUp(site);
  await member.visitor.post('/api/forgot-password', { email: member.email });
  const token = await mailedToken(site, member.email);
  const reset = () =>
    status(site.visitor().post('/api/reset-password', { token, newPassword: 'another long one' }));
  return { ...member, reset };
}

test('leaving and confirming a new address meet no deadlock', async () => {
  const { id, visitor, confirm } = await movingMember();
  expect(await meet(id, [leave(visitor), confirm])).toEqual([200, 400]);
});

test('leaving and the mail with the code for a new address meet no deadlock', async () => {
  const { id, visitor, to } = await movingMember();
  const ports = { codeKey: Buffer.alloc(32), mailer: { send: async () => {} } };
  const mail = { productName: 'x', appUrl: 'https://x.example', supportEmail: 'x@x.example' };
  const send = () =>
    sendEmailChangeMail(transactOn(database), { ...ports, site: mail }, { userId: id, email: to });
  expect(await meet(id, [leave(visitor), send])).toEqual([200, undefined]);
});

test('leaving and a reset meet no deadlock', async () => {
  const { id, visitor, reset } = await resettingMember();
  expect(await meet(id, [leave(visitor), reset])).toEqual([200, 400]);
});

test('a new password and a reset meet no deadlock', async () => {
  const { id, visitor, reset } = await resettingMember();
  const change = save(visitor, { currentPassword: PASSWORD, newPassword: 'yet another one' });
  expect(await meet(id, [change, reset])).toEqual([200, 400]);
});

test('asking for another address and confirming one meet no deadlock', async () => {
  const { id, visitor, confirm } = await movingMember();
  const ask = save(visitor, { username: 'Sam', email: newAddress() });
  expect(await meet(id, [ask, confirm])).toEqual([200, 400]);
});

test('leaving and the start of a mission meet no deadlock', async () => {
  const member = await missionMember(site);
  const mission = await newMission(database);
  const start = () => status(member.post(`/api/missions/${mission}/start`, undefined));
  expect(await meet(member.id, [leave(member), start])).toEqual([200, 400]);
});

test('leaving and saving the profile meet no deadlock, and nothing is written to the erased account', async () => {
  const { id, visitor } = await signUp(site);
  expect(await meet(id, [leave(visitor), save(visitor, { username: 'Sam', phone: '+12025550123' })])).toEqual(
    [200, 401],
  );
  const row = database.selectFrom('users').select(['name', 'phone']).where('id', '=', id).executeTakeFirst();
  expect(await row).toEqual({ name: 'Former member', phone: null });
});

test('leaving and subscribing a browser meet no deadlock, and the browser is not stored', async () => {
  const { id, visitor } = await signUp(site);
  const keys = PUSH_KEYS;
  const endpoint = `https://fcm.googleapis.com/fcm/send/${id}`;
  const subscribe = () => status(visitor.post('/api/push/subscriptions', { endpoint, keys }));
  expect(await meet(id, [leave(visitor), subscribe])).toEqual([200, 401]);
  expect(await database.selectFrom('pushSubscriptions').where('userId', '=', id).execute()).toEqual([]);
});

test('two sessions that end all others at once meet no deadlock, and the first stays', async () => {
  const { id, email, visitor } = await signUp(site);
  const other = site.visitor();
  await other.post('/api/login', { username: email, password: PASSWORD });
  const end = (session: Visitor) => () => status(session.call('DELETE', '/api/user/sessions'));
  expect(await meet(id, [end(visitor), end(other)])).toEqual([200, 401]);
  expect([await status(visitor.get('/api/user')), await status(other.get('/api/user'))]).toEqual([200, 401]);
});

test('leaving and filing a claim meet no deadlock, and nothing of the claim stays', async () => {
  const { id, visitor } = await signUp(site);
  const about = { kind: 'wall', wall: 'sandbox', title: 'Private' };
  const claim = { about, happenedAt: new Date(Date.now() - 60_000).toISOString(), text: 'Private' };
  const file = () => status(visitor.post('/api/claims', claim));
  expect(await meet(id, [leave(visitor), file])).toEqual([200, 401]);
  expect(await database.selectFrom('rewardClaims').where('userId', '=', id).execute()).toEqual([]);
});

test('leaving and a redemption that is asked for just before meet no deadlock', async () => {
  const { id, visitor } = await signUp(site);
  await credit(database, id, 200);
  await giveGrants(database, id, 'redemption');
  // It takes so long to erase this that the worker comes during it, at most ten seconds.
  await sql`insert into trust_signals (user_id, signal, details) values (${id}, 'slow', '{}')`.execute(
    database,
  );
  await sql`create function await_waiter() returns trigger language plpgsql as $$ begin
    for look in 1..200 loop
      exit when exists (select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid)));
      perform pg_sleep(0.05);
    end loop;
    return old;
  end $$`.execute(database);
  await sql`create trigger await_waiter before delete on trust_signals
    for each row when (old.signal = 'slow') execute function await_waiter()`.execute(database);
  const before = await deadlocks();
  const redeem = () =>
    status(visitor.post('/api/redemptions', { requestId: randomUUID(), cardTier: '1USD' }));
  expect(await meet(id, [redeem, leave(visitor)])).toEqual([200, 200]);
  const standing = () =>
    database.selectFrom('cardRedemptions').select('status').where('userId', '=', id).execute();
  // A worker that waits for the erasure finds nobody who could take the card.
  await expect.poll(standing).toEqual([{ status: expect.stringMatching(/^(issued|failed)$/) }]);
  expect(await deadlocks()).toBe(before);
  expect(await proveRedemptions(database)).toEqual([]);
});

const transact = transactOn(database);

async function request(tx: Tx, memberId: string, rewardId: string) {
  const asked = { memberId, requestId: randomUUID(), reward: await readReward(tx, { rewardId }) };
  return requestRedemption(tx, asked, { thresholdPoints: 100, serving: OWN_SERVING, reviewHours: 48 });
}

test('an upload of codes and a person who fulfils a redemption that waits for them meet no deadlock', async () => {
  const reward = await addReward(database);
  await addCodes(database, reward, ['VOID']);
  const memberId = await knownMember(database, 200);
  const { id } = await transact(async (tx) => {
    const redemption = await request(tx, memberId, reward.id);
    await voidStock(tx, reward.id, { uploadId: null });
    return redemption;
  });
  await expect.poll(dueFulfilments).toBe(0);
  const { adminId } = reward;
  await transact((tx) => assignFulfilment(tx, id, adminId, OWN_SERVING));
  const made = { kind: 'code', code: 'BY-HAND', pin: null, expiresOn: null } as const;
  const fulfil = () => transact((tx) => fulfilByHand(tx, { redemptionId: id, adminId }, made, REWARD_KEYS));
  const before = await deadlocks();
  const met = await meet(reward.id, [() => addCodes(database, reward, ['NEW']), fulfil], 'rewards');
  expect(met).toEqual([expect.objectContaining({ accepted: 1, woken: 1 }), { owedPoints: 0 }]);
  expect(await deadlocks()).toBe(before);
});

describe('the end of a redemption and', () => {
  const own = ownRewards(database);

  /** A redemption whose member is paused before a worker takes it. */
  async function stoppedRedemption(provider: 'stock' | 'manual') {
    const reward = await addReward(database, { provider });
    if (provider === 'stock') await addCodes(database, reward, ['STAYS']);
    const memberId = await knownMember(database, 200);
    const { adminId } = reward;
    const { id } = await transact(async (tx) => {
      const redemption = await request(tx, memberId, reward.id);
      await pauseMember(tx, {
        userId: memberId,
        adminId,
        reason: 'many_reversals',
        text: 'Our partner asks.',
      });
      return redemption;
    });
    // The site's own worker, which is told of it as well, would be the first to wait.
    await expect.poll(dueFulfilments).toBe(0);
    const end = () =>
      transact((tx) => endRedemption(tx, { redemptionId: id, text: 'We end this.', adminId }));
    return { id, memberId, adminId, end };
  }

  test('a code of the stock that is taken for it meet no deadlock, and no code is given', async () => {
    const { id, memberId, end } = await stoppedRedemption('stock');
    const before = await deadlocks();
    expect(await meet(memberId, [end, () => own.take(id)])).toEqual([{ userId: memberId }, { t: 'refused' }]);
    expect(await deadlocks()).toBe(before);
  });

  test('a person who fulfils it meet no deadlock, and the second is told', async () => {
    const { id, memberId, adminId, end } = await stoppedRedemption('manual');
    await transact((tx) => assignFulfilment(tx, id, adminId, OWN_SERVING));
    const made = { kind: 'code', code: 'RIDE-1', pin: null, expiresOn: null } as const;
    const fulfil = () =>
      transact((tx) => fulfilByHand(tx, { redemptionId: id, adminId }, made, REWARD_KEYS)).catch(
        ({ code }) => code,
      );
    const before = await deadlocks();
    expect(await meet(memberId, [end, fulfil])).toEqual([{ userId: memberId }, 'fulfilment_decided']);
    expect(await deadlocks()).toBe(before);
  });
});
