import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { lockMember } from '#domain/common/lock-member.ts';
import { proveMissions } from '#domain/earning/missions/prove-missions.ts';
import { memberAccount, post, wallAccount } from '#domain/ledger/index.ts';
import { applyRetention } from '#domain/privacy/index.ts';
import { holdPoints, refundPoints } from '#domain/redemption/transfers.ts';
import { proveDebts, readFacts } from '#domain/trust/index.ts';
import { mailedCode, PASSWORD, signUp } from '#testing/accounts.ts';
import { afterwards } from '#testing/afterwards.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { giveGrants } from '#testing/captcha.ts';
import { newMission, watchAll } from '#testing/missions.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import type { Visitor } from '#testing/server.ts';

/** What members who left had earned lately, and the next account at their mailbox. The books are proven after the file. */

const site = await startPostbackSite();
const { database, plain, pointsOf, logOf, verdictsOf } = site;
const transact = transactOn(database);
afterwards(async () => {
  for (const prove of [proveMissions, proveDebts]) expect(await prove(database)).toEqual([]);
});

let counter = 0;
/** Spellings of one mailbox, a new one at each call. */
const mailbox = () => {
  const name = `pat${process.pid}x${++counter}`;
  let spelling = 0;
  return () => `${name}+${++spelling}@gmail.com`;
};
/** A new account that the plain wall knows by a code. */
async function join(email: string) {
  const account = await signUp(site, email);
  const code = randomUUID().replaceAll('-', '');
  await database.insertInto('wallMembers').values({ wall: 'plain', code, userId: account.id }).execute();
  return { ...account, code };
}
type Account = Awaited<ReturnType<typeof join>>;

const leave = async ({ visitor }: { visitor: Visitor }) =>
  expect((await visitor.call('DELETE', '/api/user/account')).status).toBe(200);
/** Earns at the wall; returns what takes it back. */
async function earn({ code }: Account, points: number) {
  const tx: string = randomUUID();
  expect(await plain({ tx, user: code, points })).toBe('200 OK');
  return { tx, takeBack: () => plain({ tx, user: code, points, status: 2 }) };
}
/** As if rewards had been taken for them. */
const spend = (id: string, points: number) =>
  transact((tx) =>
    post(tx, [
      {
        key: `test:spent:${id}`,
        unit: 'points',
        from: memberAccount(id),
        to: wallAccount('test'),
        amount: points,
        kind: 'adjustment',
        reference: id,
        actor: 'system',
      },
    ]),
  );
/** Holds points as a redemption does; returns what gives them back. */
async function redeem(userId: string, pointsUsed: number) {
  const held = { id: randomUUID(), userId, pointsUsed, amountCents: pointsUsed };
  await transact((tx) => holdPoints(tx, [held]));
  return () =>
    transact(async (tx) => {
      await lockMember(tx, userId);
      await refundPoints(tx, held, 'system');
    });
}
/** A member who has spent what was earned, and left. */
async function spentAndLeft(email: string, points: number) {
  const account = await join(email);
  const earned = await earn(account, points);
  await spend(account.id, points);
  await leave(account);
  return { ...account, ...earned };
}
const start = async ({ id, visitor }: Account, mission: string) => {
  await giveGrants(database, id, 'mission');
  return visitor.post(`/api/missions/${mission}/start`, undefined);
};
async function complete(account: Account, mission: string) {
  expect((await start(account, mission)).status).toBe(200);
  await watchAll(database, Object.assign(account.visitor, { id: account.id }), mission);
  expect((await account.visitor.post(`/api/missions/${mission}/completion`, undefined)).status).toBe(200);
}
const listed = async ({ visitor }: Account) =>
  (await visitor.get('/api/missions')).body.map(({ id }: { id: string }) => id);
const factsOf = async (userId: string) => {
  const id = randomUUID();
  const at = new Date(Date.now() + 1_000);
  return (await readFacts(database, [{ id, userId, at, balance: 0 }])).get(id);
};
const mailboxMembers = async (userId: string) => (await factsOf(userId))?.mailboxMembers;
const kept = async () =>
  (await sql<Record<string, unknown>>`select * from former_earnings`.execute(database)).rows;
const forgetAll = () => sql`delete from former_earnings`.execute(database);

test('a mission that a former account at the mailbox completed is neither listed nor started again', async () => {
  await forgetAll();
  const [once, other] = [await newMission(database), await newMission(database)];
  const email = mailbox();
  const first = await join(email());
  await earn(first, 10);
  await complete(first, once);
  await leave(first);
  for (const former of [1, 2]) {
    const next = await join(email());
    await earn(next, 10);
    expect(await listed(next)).toContain(other);
    expect(await listed(next)).not.toContain(once);
    expect((await start(next, once)).body.code).toBe('mission_completed');
    expect(await mailboxMembers(next.id)).toBe(former);
    await leave(next);
  }
  const stranger = await join(mailbox()());
  await earn(stranger, 10);
  expect((await start(stranger, once)).status).toBe(200);
});

test('an account beside the one that left cannot start its missions, and finishes what it had started', async () => {
  const [done, begun] = [await newMission(database), await newMission(database)];
  const email = mailbox();
  const [one, two] = [await join(email()), await join(email())];
  for (const account of [one, two]) await earn(account, 10);
  expect((await start(two, begun)).status).toBe(200);
  for (const mission of [done, begun]) await complete(one, mission);
  await leave(one);
  expect((await start(two, done)).body.code).toBe('mission_completed');
  await complete(two, begun);
  expect(await mailboxMembers(two.id)).toBe(1);
});

test('each account beside the one that left goes on with its missions', async () => {
  const done = await newMission(database);
  const email = mailbox();
  const accounts = [await join(email()), await join(email()), await join(email())] as const;
  for (const account of accounts) await earn(account, 10);
  await complete(accounts[0], done);
  await leave(accounts[0]);
  for (const beside of accounts.slice(1)) {
    expect(await listed(beside)).not.toContain(done);
    expect((await start(beside, done)).body.code).toBe('mission_completed');
  }
});

test('what was started before is taken up again once its place has run out', async () => {
  const begun = await newMission(database);
  const email = mailbox();
  const [one, two] = [await join(email()), await join(email())];
  for (const account of [one, two]) await earn(account, 10);
  expect((await start(two, begun)).status).toBe(200);
  await complete(one, begun);
  await leave(one);
  await sql`update mission_attempts set reserved_until = now() - interval '1 minute'
    where user_id = ${two.id}`.execute(database);
  expect((await two.visitor.post(`/api/missions/${begun}/start`, undefined)).status).toBe(200);
});

test('a mission that its advertiser declined is not started by the next account', async () => {
  const declined = await newMission(database);
  const email = mailbox();
  const first = await join(email());
  await earn(first, 10);
  expect((await start(first, declined)).status).toBe(200);
  await sql`update mission_attempts set reversed_at = now() where user_id = ${first.id}`.execute(database);
  await leave(first);
  const next = await join(email());
  await earn(next, 10);
  expect((await start(next, declined)).body.code).toBe('mission_completed');
});

test('moving between two mailboxes makes no mission new', async () => {
  const mission = await newMission(database);
  const [here, there] = [mailbox(), mailbox()];
  const first = await join(here());
  await earn(first, 10);
  await complete(first, mission);
  await move(first.visitor, there());
  await leave(first);
  const second = await join(here());
  await earn(second, 10);
  expect((await start(second, mission)).body.code).toBe('mission_completed');
  await move(second.visitor, there());
  const third = await join(here());
  await earn(third, 10);
  expect((await start(third, mission)).body.code).toBe('mission_completed');
});

test('a member who earned nothing leaves nothing, and the others no address and no code', async () => {
  await forgetAll();
  const email = mailbox();
  await leave(await join(email()));
  expect(await kept()).toEqual([]);
  const earner = await join(email());
  await earn(earner, 20);
  await leave(earner);
  const rows = await kept();
  expect(rows).toMatchObject([{ formerId: earner.id, missionIds: [], metBy: [] }]);
  for (const part of [earner.email, earner.email.split('+')[0] ?? '', earner.code])
    expect(JSON.stringify(rows)).not.toContain(part);
});

test('the device of a member who earned counts for 30 days after leaving, at whatever mailbox; of another none is kept', async () => {
  const [earner, idle, next] = [await join(mailbox()()), await join(mailbox()()), await join(mailbox()())];
  const seen = (userId: string, device: string, daysAgo: number) =>
    sql`insert into known_devices (user_id, device, network, seen_at)
      values (${userId}, ${device}, '203.0.113.0/24', now() - make_interval(days => ${daysAgo}))`.execute(
      database,
    );
  for (const { id } of [earner, idle, next]) await seen(id, 'Firefox · Linux', 29);
  await seen(earner.id, 'Safari · iPhone', 31);
  await sql`delete from known_devices where network <> '203.0.113.0/24'`.execute(database);
  await earn(earner, 20);
  await leave(earner);
  await leave(idle);
  const devices = async () =>
    (await database.selectFrom('knownDevices').select(['userId', 'device']).execute()).filter(
      ({ userId }) => userId !== next.id,
    );
  expect(await devices()).toEqual([{ userId: earner.id, device: 'Firefox · Linux' }]);
  expect(await factsOf(next.id)).toMatchObject({ deviceMembers: 1, mailboxMembers: 0 });
  await applyRetention(transact, 'daily');
  expect(await devices()).toHaveLength(1);
  await sql`update known_devices set seen_at = now() - interval '31 days'`.execute(database);
  await applyRetention(transact, 'daily');
  expect(await devices()).toEqual([]);
  const own = database.selectFrom('knownDevices').select('device').where('userId', '=', next.id);
  expect(await own.execute()).toHaveLength(1);
});

test('a credit that is taken back after its member spent it and left is owed by the next account, once', async () => {
  const email = mailbox();
  const first = await spentAndLeft(email(), 800);
  const second = await join(email());
  expect(await pointsOf(second.id)).toBe(0);
  for (const response of ['200 OK', '200 DUP', '200 DUP']) expect(await first.takeBack()).toBe(response);
  expect([await pointsOf(first.id), await pointsOf(second.id)]).toEqual([0, -800]);
  expect(await transferKinds(second.id)).toEqual(['debt']);
  expect(await noticesOf(second.id)).toEqual([{ points: 800, balance: -800, what: 'plain' }]);
  // What the wall said of the former member is not kept.
  expect((await logOf(first.tx)).slice(-2)).toMatchObject(
    ['reversed', 'duplicate'].map((verdict) => ({ verdict, raw: '[erased]', sourceIp: '', memberCode: '' })),
  );
  await leave(second);
  const third = await join(email());
  expect(await pointsOf(third.id)).toBe(-800);
});

test('a credit that is taken back before there is a next account waits for it, each time it happens', async () => {
  const email = mailbox();
  const account = await join(email());
  const [one, two] = [await earn(account, 300), await earn(account, 200)];
  await spend(account.id, 450);
  await leave(account);
  expect(await one.takeBack()).toBe('200 OK');
  expect(await two.takeBack()).toBe('200 OK');
  expect(await pointsOf(account.id)).toBe(0);
  const next = await join(email());
  // 50 points were left there.
  expect(await pointsOf(next.id)).toBe(-450);
});

test('points of a redemption that fails after its member left pay what the next account owes for them', async () => {
  const email = mailbox();
  const first = await join(email());
  const { takeBack } = await earn(first, 800);
  const giveBack = await redeem(first.id, 800);
  await leave(first);
  const second = await join(email());
  await takeBack();
  expect([await pointsOf(first.id), await pointsOf(second.id)]).toEqual([0, -800]);
  await giveBack();
  expect([await pointsOf(first.id), await pointsOf(second.id)]).toEqual([0, 0]);
  expect(await transferKinds(second.id)).toEqual(['debt', 'debt']);
});

test('such points pay a debt that waits for the next account, one of before leaving too, and no more than it', async () => {
  const email = mailbox();
  const first = await join(email());
  const [one, two] = [await earn(first, 300), await earn(first, 400)];
  const giveBack = [await redeem(first.id, 150), await redeem(first.id, 500)];
  await one.takeBack();
  await leave(first);
  await two.takeBack();
  expect(await owedOf(first.id)).toBe(650);
  await giveBack[0]?.();
  expect(await owedOf(first.id)).toBe(500);
  await giveBack[1]?.();
  expect([await pointsOf(first.id), await owedOf(first.id)]).toEqual([0, 0]);
  const second = await join(email());
  expect(await pointsOf(second.id)).toBe(0);
});

test('such points reach the account that owes now, through one that left meanwhile', async () => {
  const email = mailbox();
  const first = await join(email());
  const { takeBack } = await earn(first, 200);
  const giveBack = await redeem(first.id, 200);
  await leave(first);
  const second = await join(email());
  await takeBack();
  await leave(second);
  const third = await join(email());
  expect(await pointsOf(third.id)).toBe(-200);
  await giveBack();
  expect(await Promise.all([first, second, third].map(({ id }) => pointsOf(id)))).toEqual([0, 0, 0]);
});

test('points that come back to a former member who owes nothing stay there', async () => {
  const email = mailbox();
  const first = await join(email());
  await earn(first, 60);
  const giveBack = await redeem(first.id, 60);
  await leave(first);
  const second = await join(email());
  await giveBack();
  expect([await pointsOf(first.id), await pointsOf(second.id)]).toEqual([60, 0]);
});

test('points that come back while the next account signs up are counted once', async () => {
  for (let round = 0; round < 6; round++) {
    const email = mailbox();
    const first = await join(email());
    const { takeBack } = await earn(first, 90);
    const giveBack = await redeem(first.id, 90);
    await leave(first);
    const next = await readyToJoin(email());
    await takeBack();
    await Promise.all([giveBack(), next.join()]);
    expect([await pointsOf(first.id), (await next.account()).points]).toEqual([0, 0]);
  }
});

test('a debt is never left on an account that is gone', async () => {
  const email = mailbox();
  const former = await spentAndLeft(email(), 40);
  const [gone, next] = [await join(email()), await join(email())];
  await leave(gone);
  // As a server of an earlier release leaves it.
  await sql`update former_earnings set met_by = array[${gone.id}, ${next.id}]::uuid[]
    where former_id = ${former.id}`.execute(database);
  expect(await former.takeBack()).toBe('200 OK');
  expect([await pointsOf(gone.id), await pointsOf(next.id)]).toEqual([0, -40]);
});

test('the next account learns nothing of a credit that the points left behind cover', async () => {
  const email = mailbox();
  const account = await join(email());
  const earned = await earn(account, 100);
  await leave(account);
  const next = await join(email());
  await earned.takeBack();
  expect([await pointsOf(account.id), await pointsOf(next.id)]).toEqual([0, 0]);
  expect(await noticesOf(next.id)).toEqual([]);
});

test('a reversal, its copies and the next sign-up at the same moment make one debt', async () => {
  for (let round = 0; round < 6; round++) {
    const email = mailbox();
    const former = await spentAndLeft(email(), 120);
    const next = await readyToJoin(email());
    await Promise.all([former.takeBack(), next.join(), former.takeBack(), former.takeBack()]);
    await former.takeBack();
    expect([await pointsOf(former.id), (await next.account()).points]).toEqual([0, -120]);
  }
});

test.each(['sign-up', 'reversal'])(
  'where the %s comes just before the other, the debt is met',
  async (sooner) => {
    const email = mailbox();
    const former = await spentAndLeft(email(), 90);
    const next = await readyToJoin(email());
    const calls = sooner === 'sign-up' ? [next.join, former.takeBack] : [former.takeBack, next.join];
    const begun: Promise<unknown>[] = [];
    await transact(async (tx) => {
      await sql`select from former_earnings where former_id = ${former.id} for update`.execute(tx);
      for (const call of calls) {
        begun.push(call());
        await untilBlocked(tx, begun.length);
      }
    });
    await Promise.all(begun);
    expect([await pointsOf(former.id), (await next.account()).points]).toEqual([0, -90]);
  },
);

test('a reversal and the leaving of its member, or of the account that owes, at the same moment lose nothing', async () => {
  for (let round = 0; round < 4; round++) {
    const email = mailbox();
    const first = await join(email());
    const { takeBack } = await earn(first, 70);
    await spend(first.id, 70);
    expect((await Promise.all([takeBack(), leave(first)]))[0]).toBe('200 OK');
    await takeBack();
    const second = await join(email());
    expect(await pointsOf(second.id)).toBe(-70);

    const other = mailbox();
    const former = await spentAndLeft(other(), 60);
    const heir = await join(other());
    expect((await Promise.all([former.takeBack(), leave(heir)]))[0]).toBe('200 OK');
    await former.takeBack();
    expect(await pointsOf((await join(other())).id)).toBe(-60);
  }
});

test('180 days after leaving it is forgotten: missions are new, and nobody owes for a reversal', async () => {
  await forgetAll();
  const mission = await newMission(database);
  const email = mailbox();
  const first = await join(email());
  const earned = await earn(first, 50);
  await complete(first, mission);
  await spend(first.id, 150);
  await leave(first);
  const second = await join(email());
  await earn(second, 10);
  const age = (days: number) =>
    sql`update former_earnings set left_at = now() - make_interval(days => ${days})`.execute(database);
  await age(179);
  await applyRetention(transact, 'daily');
  expect(await kept()).toHaveLength(1);
  await age(181);
  await applyRetention(transact, 'daily');
  expect(await kept()).toEqual([]);
  await earned.takeBack();
  expect(await verdictsOf(earned.tx)).toEqual(['reversed']);
  expect(await pointsOf(second.id)).toBe(10);
  expect((await start(second, mission)).status).toBe(200);
});

test('a member whose last credit is older than 180 days leaves no id', async () => {
  await forgetAll();
  const account = await join(mailbox()());
  const { tx } = await earn(account, 10);
  await sql`update tasks set completed_at = now() - interval '181 days'
    where id = (select id from webhook_transactions where transaction_id = ${tx})`.execute(database);
  await leave(account);
  expect(await kept()).toEqual([]);
});

async function move(visitor: Visitor, email: string) {
  expect((await visitor.call('PATCH', '/api/user/profile', { email })).status).toBe(200);
  const code = await mailedCode(site, email);
  expect((await visitor.post('/api/user/email-change/confirm', { code })).status).toBe(200);
}

/** Signs up but for the last step. */
async function readyToJoin(email: string) {
  const visitor = site.visitor();
  const input = { email, password: PASSWORD, name: 'Robin' };
  await visitor.post('/api/register', input);
  const code = await mailedCode(site, email);
  return {
    join: () => visitor.post('/api/verify-email', { ...input, code }),
    account: () =>
      database
        .selectFrom('users')
        .select(['id', 'points'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow(),
  };
}

/** What waits for the next account at the mailbox of a former member. */
async function owedOf(formerId: string) {
  const { rows } = await sql<{ owed: number }>`
    select coalesce(sum(points_owed), 0)::integer as owed from departures where id::text in (
      select reference from ledger_transfers where member_id = ${formerId} and kind = 'debt')`.execute(
    database,
  );
  return rows[0]?.owed;
}

async function transferKinds(userId: string) {
  const { rows } = await sql<{ kind: string }>`select kind from ledger_transfers where member_id = ${userId}
    order by id`.execute(database);
  return rows.map(({ kind }) => kind);
}

async function noticesOf(userId: string) {
  const { rows } = await sql<{ data: unknown }>`select data from notices
    where user_id = ${userId} and kind = 'points_reversed'`.execute(database);
  return rows.map(({ data }) => data);
}
