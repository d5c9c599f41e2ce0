import { createHash, randomUUID } from 'node:crypto';
import { Server } from 'node:http';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { wallsHealth } from '#domain/earning/monitoring/index.ts';
import { ADJUSTMENTS, memberAccount, post, wallAccount } from '#domain/ledger/index.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { createMember, credit, signIn } from '#testing/factories.ts';
import { openPage } from '#testing/open-page.ts';
import { rawGet, signed, startPostbackSite } from '#testing/postbacks.ts';
import { startTestServer } from '#testing/server.ts';
import { definitions, HELD_WALL } from '#testing/walls.ts';
import { FORGED_LOGGED_PER_DAY_MAX, FORGED_LOGGED_PER_MINUTE_MAX, openForgedCap } from './forged-cap.ts';
import {
  ALONE_IN_FLIGHT_MAX,
  BATCH_SIZE_MAX,
  INTAKE_PENDING_MAX,
  type IntakePorts,
  openIntake,
} from './intake.ts';
import { FORMS_KEPT_MAX } from './postback-log.ts';

const site = await startPostbackSite();
const { url, database, memberWithCode, call, plain, pointsOf, verdictsOf, tasksOf, transactionOf } = site;

/** How many commits wrote these transactions: one per batch. */
const commitsOf = async (transactions: string[]) =>
  (
    await database
      .selectFrom('webhookTransactions')
      .select(sql<string>`xmin::text`.as('commit'))
      .distinct()
      .where('transactionId', 'in', transactions)
      .execute()
  ).length;

/** How many calls are waiting for their response, by the metrics. */
const pendingCalls = async () =>
  Number(/^postbacks_pending (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]);

/** Does the work while no call of this database can be settled. */
async function whileLocked<T>(work: () => Promise<T>, of = database): Promise<T> {
  const lock = await of.startTransaction().execute();
  try {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(lock);
    await sql`lock table tasks in access exclusive mode`.execute(lock);
    return await work();
  } finally {
    await lock.commit().execute();
  }
}

/** The responses to calls that all wait before the first of them is settled, so that it does not matter when each arrives. */
async function together<T>(calls: (() => Promise<T>)[]): Promise<T[]> {
  const { answers } = await whileLocked(async () => {
    const sent = Promise.all(calls.map((send) => send()));
    await expect.poll(pendingCalls).toBe(calls.length);
    return { answers: sent };
  });
  return answers;
}

test('a provider transaction stays and keeps its names, so no other row can be credited for it', async () => {
  const { code, tx } = await memberWithCode();
  await plain({ tx, user: code, points: 5 });
  const its = sql`where transaction_id = ${tx}`;
  for (const change of [
    sql`update webhook_transactions set transaction_id = ${`${tx} again`} ${its}`,
    sql`update webhook_transactions set provider = 'by-click' ${its}`,
    sql`update webhook_transactions set id = ${randomUUID()} ${its}`,
    sql`delete from webhook_transactions ${its}`,
    sql`truncate webhook_transactions`,
  ])
    await expect(change.execute(database)).rejects.toThrow('keeps its row and its names');
});

describe('credits that arrive together', () => {
  test('are committed in few transactions, and each member gets the points and the task', async () => {
    const members = await Promise.all(Array.from({ length: 200 }, memberWithCode));
    const answers = await together(
      members.map(
        ({ code, tx }, index) =>
          () =>
            plain({ tx, user: code, points: index + 1 }),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(['200 OK']));
    for (const [index, { id, tx }] of members.entries()) {
      expect(await pointsOf(id)).toBe(index + 1);
      expect(await tasksOf(id)).toMatchObject([{ pointsEarned: index + 1, wall: 'plain' }]);
      expect(await verdictsOf(tx)).toEqual([]);
    }
    expect(await commitsOf(members.map(({ tx }) => tx))).toBeLessThan(10);
  });

  test('succeed when one of them fails: only the failed one must be sent again', async () => {
    await sql
      .raw(`create function break_poison() returns trigger language plpgsql as $$
        begin if new.title = 'poison' then raise exception 'the row is poisoned'; end if; return new; end $$;
        create trigger break_poison after insert on tasks for each row execute function break_poison()`)
      .execute(database);
    const members = await Promise.all(Array.from({ length: 60 }, memberWithCode));
    const isPoison = (index: number) => index % 20 === 7;
    const send = () =>
      Promise.all(
        members.map(({ code, tx }, index) =>
          plain({ tx, user: code, points: 5, name: isPoison(index) ? 'poison' : 'fine' }),
        ),
      );
    expect(await send()).toEqual(members.map((_, index) => (isPoison(index) ? '500 AGAIN' : '200 OK')));
    for (const [index, { id }] of members.entries()) expect(await pointsOf(id)).toBe(isPoison(index) ? 0 : 5);
    await sql.raw('drop trigger break_poison on tasks; drop function break_poison').execute(database);
    expect(await send()).toEqual(members.map((_, index) => (isPoison(index) ? '200 OK' : '200 DUP')));
  });

  test('fail alone if they would make a balance too large for its column', async () => {
    const [rich, plainMember] = [await memberWithCode(), await memberWithCode()];
    await credit(database, rich.id, 1_000_000_000);
    await credit(database, rich.id, 1_000_000_000);
    await credit(database, rich.id, 147_483_647);
    const answers = await Promise.all(
      [rich, plainMember].map(({ code, tx }) => plain({ tx, user: code, points: 1 })),
    );
    expect(answers).toEqual(['500 AGAIN', '200 OK']);
    expect(await pointsOf(plainMember.id)).toBe(1);
  });

  test('do not wait for a member whose row another transaction has locked', async () => {
    const [held, free] = [await memberWithCode(), await memberWithCode()];
    const transaction = await database.startTransaction().execute();
    await transaction.selectFrom('users').select('id').where('id', '=', held.id).forUpdate().execute();
    const waiting = plain({ tx: held.tx, user: held.code, points: 3 });
    let isAnswered = false;
    void waiting.then(() => {
      isAnswered = true;
    });
    expect(await plain({ tx: free.tx, user: free.code, points: 3 })).toBe('200 OK');
    expect(isAnswered).toBe(false);
    expect(await transactionOf(held.tx)).toBeUndefined();
    await transaction.commit().execute();
    expect(await waiting).toBe('200 OK');
    expect([await pointsOf(held.id), await pointsOf(free.id)]).toEqual([3, 3]);
  });

  test('get their own response each, among copies, conflicts, reversals and unknown members', async () => {
    const members = await Promise.all(Array.from({ length: 40 }, memberWithCode));
    const early = await Promise.all(Array.from({ length: 10 }, memberWithCode));
    for (const { code, tx } of early) await plain({ tx, user: code, points: 9, status: 2 });
    const answers = await Promise.all([
      ...members.map(({ code, tx }) => plain({ tx, user: code, points: 9 })),
      ...members.map(({ code, tx }) => plain({ tx, user: code, points: 9 })),
      ...members.map(({ tx }) => plain({ tx: `${tx}-u`, user: 'nobody', points: 9 })),
      ...early.map(({ code, tx }) => plain({ tx, user: code, points: 9 })),
    ]);
    const count = (answer: string) => answers.filter((other) => other === answer).length;
    expect([count('200 OK'), count('200 DUP'), count('200 WHO')]).toEqual([50, 40, 40]);
    for (const { id, tx } of members) {
      expect(await pointsOf(id)).toBe(9);
      expect(await verdictsOf(tx)).toEqual(['duplicate']);
    }
    for (const { id, tx } of early) {
      expect(await pointsOf(id)).toBe(0);
      expect(await verdictsOf(tx)).toEqual(['reversed_early', 'netted']);
    }
    const conflicts = await Promise.all(members.map(({ code, tx }) => plain({ tx, user: code, points: 10 })));
    expect(new Set(conflicts)).toEqual(new Set(['200 DUP']));
    expect(await verdictsOf(members[0]?.tx ?? '')).toEqual(['duplicate', 'conflict']);
  });

  test('are split into batches of a limited size', async () => {
    const members = await Promise.all(Array.from({ length: BATCH_SIZE_MAX * 2 }, memberWithCode));
    await Promise.all(members.map(({ code, tx }) => plain({ tx, user: code, points: 1 })));
    const { rows } = await sql<{ size: number }>`
      select count(*)::integer as size from webhook_transactions group by xmin::text`.execute(database);
    expect(Math.max(...rows.map(({ size }) => size))).toBeLessThanOrEqual(BATCH_SIZE_MAX);
  });
});

describe('reversals that arrive together', () => {
  const transact = transactOn(database);
  const COMMON = { unit: 'points', kind: 'reversal', reference: 'test', actor: 'system' } as const;
  const back = ({ code, tx }: { code: string; tx: string }, points = 9) =>
    plain({ tx, user: code, points, status: 2 });
  const creditedMembers = async (count: number, points = 9) => {
    const members = await Promise.all(Array.from({ length: count }, memberWithCode));
    await Promise.all(members.map(({ code, tx }) => plain({ tx, user: code, points })));
    return members;
  };
  const transfersOf = (id: string) =>
    database.selectFrom('ledgerTransfers').selectAll().where('memberId', '=', id).orderBy('id').execute();
  const noticesOf = (userId: string) =>
    database.selectFrom('notices').select(['kind', 'data']).where('userId', '=', userId).execute();

  test('are committed in few transactions, each taken from its member, who is told of it', async () => {
    const members = await creditedMembers(100);
    expect(new Set(await together(members.map((member) => () => back(member))))).toEqual(new Set(['200 OK']));
    for (const { id, tx } of members) {
      expect(await pointsOf(id)).toBe(0);
      expect(await tasksOf(id)).toMatchObject([{ reversedAt: expect.any(Date) }]);
      expect(await verdictsOf(tx)).toEqual(['reversed']);
      expect(await noticesOf(id)).toMatchObject([
        { kind: 'points_reversed', data: { points: 9, balance: 0 } },
      ]);
    }
    expect(await commitsOf(members.map(({ tx }) => tx))).toBeLessThan(10);
  });

  test('of one member are each taken once, copies and all, below zero if the points are spent', async () => {
    const { id, code } = await memberWithCode();
    const transactions = Array.from({ length: 8 }, () => ({ code, tx: randomUUID() }));
    await Promise.all(transactions.map(({ tx }) => plain({ tx, user: code, points: 10 })));
    await transact((tx) =>
      post(tx, [{ ...COMMON, key: `spent:${id}`, from: memberAccount(id), to: ADJUSTMENTS, amount: 75 }]),
    );
    const answers = await Promise.all([...transactions, ...transactions].map((each) => back(each, 10)));
    expect(answers.toSorted()).toEqual([...Array(8).fill('200 DUP'), ...Array(8).fill('200 OK')]);
    expect(await pointsOf(id)).toBe(-75);
    const told = (await noticesOf(id)).map(({ data }) => (data as { balance: number }).balance);
    expect(told.toSorted((a, b) => b - a)).toEqual([-5, -15, -25, -35, -45, -55, -65, -75]);
    for (const { tx } of transactions)
      expect((await verdictsOf(tx)).toSorted()).toEqual(['duplicate', 'reversed']);
  });

  test('get their own response each, among credits, early ones, and those of others and of nobody', async () => {
    const members = await creditedMembers(30);
    const early = await Promise.all(Array.from({ length: 10 }, memberWithCode));
    const held = await Promise.all(Array.from({ length: 10 }, memberWithCode));
    for (const { code, tx } of held) await plain({ tx, user: code, points: 9 }, HELD_WALL);
    const [other] = await creditedMembers(1);
    const credited = await Promise.all(Array.from({ length: 10 }, memberWithCode));
    const [sound, nobody, stranger, ...rest] = await Promise.all([
      Promise.all(members.map((member) => back(member))),
      Promise.all(members.map(({ tx }) => back({ code: 'nobody', tx: `${tx}-u` }))),
      Promise.all(members.map(({ tx }) => back({ code: other?.code ?? '', tx }))),
      Promise.all(early.map((member) => back(member))),
      Promise.all(held.map(({ code, tx }) => plain({ tx, user: code, points: 9, status: 2 }, HELD_WALL))),
      Promise.all(credited.map(({ code, tx }) => plain({ tx, user: code, points: 9 }))),
    ]);
    expect(new Set(sound)).toEqual(new Set(['200 OK']));
    expect(new Set(nobody)).toEqual(new Set(['200 WHO']));
    expect(new Set(stranger)).toEqual(new Set(['200 DUP']));
    expect(new Set(rest.flat())).toEqual(new Set(['200 OK']));
    for (const { id } of [...members, ...early, ...held]) expect(await pointsOf(id)).toBe(0);
    for (const { id } of [...credited, ...(other ? [other] : [])]) expect(await pointsOf(id)).toBe(9);
    for (const { tx } of members) expect((await verdictsOf(tx)).toSorted()).toEqual(['conflict', 'reversed']);
    for (const { tx } of early) expect(await verdictsOf(tx)).toEqual(['reversed_early']);
  });

  test('of what another member earned take nothing from either', async () => {
    const [earner, other] = await creditedMembers(2);
    expect(await back({ code: other?.code ?? '', tx: earner?.tx ?? '' })).toBe('200 DUP');
    for (const member of [earner, other]) expect(await pointsOf(member?.id ?? '')).toBe(9);
    expect(await verdictsOf(earner?.tx ?? '')).toEqual(['conflict']);
  });

  test('succeed when one of them fails, which takes nothing and can be sent again', async () => {
    const members = await creditedMembers(40);
    const poisoned = members[17];
    await sql
      .raw(`create function break_poison() returns trigger language plpgsql as $$
        begin if new.user_id = '${poisoned?.id}' then raise exception 'the row is poisoned'; end if; return new; end $$;
        create trigger break_poison after insert on notices for each row execute function break_poison()`)
      .execute(database);
    const isPoisoned = (member: unknown) => member === poisoned;
    expect(await Promise.all(members.map((member) => back(member)))).toEqual(
      members.map((member) => (isPoisoned(member) ? '500 AGAIN' : '200 OK')),
    );
    for (const member of members) expect(await pointsOf(member.id)).toBe(isPoisoned(member) ? 9 : 0);
    await sql.raw('drop trigger break_poison on notices; drop function break_poison').execute(database);
    expect(await back(poisoned ?? { code: '', tx: '' })).toBe('200 OK');
    expect(await pointsOf(poisoned?.id ?? '')).toBe(0);
  });

  test('fail if the ledger has one that its transaction does not know of', async () => {
    const [member] = await creditedMembers(1);
    const { id, tx } = member ?? { id: '', tx: '' };
    const own = (await transactionOf(tx))?.id ?? '';
    const [credited] = await transfersOf(id);
    const taken = {
      from: memberAccount(id),
      to: wallAccount('plain'),
      amount: 9,
      reverses: credited?.id ?? '',
    };
    await transact((tx) => post(tx, [{ ...COMMON, ...taken, key: `reversal:${own}`, reference: own }]));
    expect(await back(member ?? { code: '', tx: '' })).toBe('500 AGAIN');
    expect(await pointsOf(id)).toBe(0);
    expect(await transactionOf(tx)).toMatchObject({ status: 'credited' });
    // So that the audit of this file is empty.
    await sql`update webhook_transactions set status = 'reversed', reversed_at = now() where id = ${own}`.execute(
      database,
    );
    await sql`update tasks set reversed_at = now() where id = ${own}`.execute(database);
  });

  test('leave the same behind as one that is settled alone', async () => {
    const left = async ({ id, code, tx }: { id: string; code: string; tx: string }) => {
      const own = await transactionOf(tx);
      const [credited, ...transfers] = await transfersOf(id);
      const rows = {
        own,
        transfers: transfers.map(({ reverses, ...row }) => ({ ...row, ofCredit: reverses === credited?.id })),
        tasks: await tasksOf(id),
        notices: await noticesOf(id),
        log: await site.logOf(tx),
      };
      const varying = ['id', 'latencyMs', 'raw'];
      const text = JSON.stringify(rows, (name, value) =>
        varying.includes(name) || (name.endsWith('At') && value) ? name : value,
      );
      return [id, code, tx, own?.id, own?.rawPayload].reduce<string>(
        (rest, each, n) => rest.replaceAll(JSON.stringify(each).slice(1, -1), `<${n}>`),
        text,
      );
    };
    const [together, alone] = [await memberWithCode(), await memberWithCode()];
    const pages = await Promise.all(
      [together, alone].map(async ({ id }) => openPage(url, await signIn(database, { id, isAdmin: false }))),
    );
    for (const page of pages) await expect.poll(page.opened).toBe(1);
    // Each page has heard of the credit before it is taken back.
    for (const { code, tx } of [together, alone]) await plain({ tx, user: code, points: 9 });
    const heard = async (expected: string[]) => {
      for (const { events } of pages) await expect.poll(() => events.toSorted()).toEqual(expected);
    };
    await heard(['balance', 'tasks']);
    expect(await back(together, 8)).toBe('200 OK');
    // A batch does not wait for the lock.
    const transaction = await database.startTransaction().execute();
    await transaction.selectFrom('users').select('id').where('id', '=', alone.id).forUpdate().execute();
    const waiting = back(alone, 8);
    await untilBlocked(database);
    await transaction.commit().execute();
    expect(await waiting).toBe('200 OK');
    expect(JSON.parse(await left(together))).toEqual(JSON.parse(await left(alone)));
    await heard(['balance', 'balance', 'tasks', 'tasks']);
    for (const page of pages) await page.close();
    const undelivered = sql`select from notices where user_id in (${together.id}, ${alone.id}) and delivered_at is null`;
    await expect.poll(async () => (await undelivered.execute(database)).rows.length).toBe(0);
  });
});

describe('a captured call that is sent again and again', () => {
  test('is one log entry with a count, whether it is settled alone or in batches', async () => {
    const { id, code, tx } = await memberWithCode();
    const credit = () => plain({ tx, user: code, points: 7 });
    const unknown = () => plain({ tx, user: 'nobody', points: 7 });
    await credit();
    await Promise.all(Array.from({ length: 60 }, credit));
    for (let sent = 0; sent < 3; sent += 1) await credit();
    await Promise.all(Array.from({ length: 10 }, unknown));
    expect(await pointsOf(id)).toBe(7);
    expect(await site.logOf(tx)).toMatchObject([
      { verdict: 'duplicate', times: 63 },
      { verdict: 'unknown_user', times: 10 },
    ]);
  });
});

/** The most entries of one kind: calls that are settled at the same moment do not see each other's entries. */
const ENTRIES_MAX = FORMS_KEPT_MAX + ALONE_IN_FLIGHT_MAX - 1;

describe('a captured call whose proof leaves its member and amount open', () => {
  test('is a few log entries however it is varied, and every variation is counted', async () => {
    const [owner, other] = [await memberWithCode(), await memberWithCode()];
    const hash = createHash('md5').update(`${owner.tx}-test-secret`).digest('hex');
    const send = (user: string, amount: number) =>
      call(`cpx?status=1&trans_id=${owner.tx}&user_id=${user}&amount_local=${amount}&hash=${hash}`, {
        headers: { 'X-Forwarded-For': '188.40.3.73' },
      });
    expect(await send(owner.code, 20)).toBe('200 1');
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        send(index % 2 ? `nobody${index}` : index % 4 ? owner.code : other.code, 100 + index),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(['200 1']));
    expect([await pointsOf(owner.id), await pointsOf(other.id)]).toEqual([20, 0]);
    const log = await site.logOf(owner.tx);
    const of = (verdict: string) => log.filter((entry) => entry.verdict === verdict);
    expect(of('conflict')).toHaveLength(2);
    expect(of('unknown_user').length).toBeGreaterThanOrEqual(FORMS_KEPT_MAX);
    expect(of('unknown_user').length).toBeLessThanOrEqual(ENTRIES_MAX);
    expect(of('unknown_user')[FORMS_KEPT_MAX - 1]).toMatchObject({
      reason: 'no member has this code; more calls like it are counted here',
    });
    for (const verdict of ['conflict', 'unknown_user']) {
      expect(of(verdict).reduce((sum, { times }) => sum + times, 0)).toBe(500);
    }
  });
});

describe('an overloaded intake', () => {
  test('responds with 503 and Retry-After, and settles the calls it has accepted', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, memberWithCode));
    const copies = Math.ceil((INTAKE_PENDING_MAX + 100) / members.length);
    // All calls of a member in one packet: each alone, they would arrive too slowly on a busy machine, where those that came
    // first have waited for the lock as long as they may.
    const { sent } = await whileLocked(async () => {
      const answersOf = members.map(({ code, tx }) =>
        rawGet(url, `/api/postbacks/plain?${signed({ tx, user: code, points: 4 })}`, copies),
      );
      await expect.poll(pendingCalls).toBe(INTAKE_PENDING_MAX);
      return { sent: Promise.all(answersOf) };
    });
    const answers = (await sent).flatMap((text) =>
      text.split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        return {
          line: `${head.slice(9, 12)} ${body}`,
          retryAfter: /^retry-after: (\d+)/im.exec(head)?.[1] ?? null,
        };
      }),
    );
    expect(answers).toHaveLength(members.length * copies);
    expect(new Set(answers.map(({ line }) => line))).toEqual(new Set(['200 OK', '200 DUP', '503 AGAIN']));
    for (const { line, retryAfter } of answers) expect(retryAfter).toBe(line === '503 AGAIN' ? '10' : null);
    expect(answers.filter(({ line }) => line !== '503 AGAIN').length).toBeGreaterThanOrEqual(
      INTAKE_PENDING_MAX,
    );
    for (const { code, tx, id } of members) {
      await plain({ tx, user: code, points: 4 });
      expect(await pointsOf(id)).toBe(4);
    }
  });
});

describe('forged calls', () => {
  test('from one address are a few log entries with counts; beyond the cap of a minute only the metrics count them', async () => {
    const { id, code } = await memberWithCode();
    const forged = (index: number) =>
      call(`by-form`, {
        method: 'POST',
        body: new URLSearchParams({ tx: `forged-${index}`, user: code, points: '9', sig: '0'.repeat(32) }),
      });
    const answers = await Promise.all(
      Array.from({ length: FORGED_LOGGED_PER_MINUTE_MAX + 40 }, (_, index) => forged(index)),
    );
    expect(new Set(answers)).toEqual(new Set(['403 BAD']));
    const logged = await database
      .selectFrom('postbackLog')
      .select(['reason', 'times'])
      .where('wall', '=', 'by-form')
      .where('verdict', '=', 'bad_signature')
      .orderBy('id')
      .execute();
    expect(logged.length).toBeLessThanOrEqual(ENTRIES_MAX + 1);
    expect(logged.reduce((sum, { times }) => sum + times, 0)).toBe(FORGED_LOGGED_PER_MINUTE_MAX);
    const reasons = logged.map(({ reason }) => reason);
    expect(reasons[FORMS_KEPT_MAX - 1]).toBe('the signature is wrong; more calls like it are counted here');
    expect(reasons).toContain(
      'the signature is wrong; more calls without proof are only counted for a while',
    );
    const walls = definitions.map((definition) => ({
      definition,
      settings: {},
      secrets: {},
      maxPoints: 1,
      holdDays: 0,
      share: [],
    }));
    const health = await wallsHealth(database, walls, { appUrl: url, hours: 24 });
    expect(health.find(({ id }) => id === 'by-form')?.reasons).toEqual([
      { verdict: 'bad_signature', reason: 'the signature is wrong', count: FORGED_LOGGED_PER_MINUTE_MAX },
    ]);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('postbacks_unlogged_total{wall="by-form",verdict="bad_signature"} 40');
    expect(await pointsOf(id)).toBe(0);
    expect(await plain({ tx: randomUUID(), user: code, points: 2 })).toBe('200 OK');
  });

  test('are logged again in the next minute, and each wall has a cap of its own', () => {
    let at = 0;
    const cap = openForgedCap(() => at);
    const takes = (wall: string) =>
      Array.from({ length: FORGED_LOGGED_PER_MINUTE_MAX + 2 }, () => cap.take(wall));
    const first = takes('one');
    expect(first.slice(-3)).toEqual(['last', 'count', 'count']);
    expect(takes('other')).toEqual(first);
    at = 59_999;
    expect(cap.take('one')).toBe('count');
    at = 60_000;
    expect(takes('one')).toEqual(first);
  });

  test('have a daily number of entries for each network, each block and all strangers together; the wall has its own', () => {
    let at = 0;
    const cap = openForgedCap(() => at);
    /** One call from each address, two seconds apart; returns how many were logged. */
    const logged = (wall: string, addresses: string[], listed = false) =>
      addresses.filter((ip) => {
        at += 2_000;
        return cap.of({ ip, listed: () => listed }).take(wall) !== 'count';
      }).length;
    const { network, block, strangers, known, everywhere } = FORGED_LOGGED_PER_DAY_MAX;
    const addresses = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => one(index));
    const unrelated = (count: number) => addresses(count, (index) => `10.${index >> 8}.${index & 255}.1`);
    expect(
      logged(
        'one',
        addresses(network + 9, (index) => `2001:db8:1:2::${index}`),
      ),
    ).toBe(network);
    expect(
      logged(
        'one',
        addresses(block, (index) => `2001:db8:1:${index + 3}::1`),
      ),
    ).toBe(block - network);
    expect(logged('one', unrelated(strangers))).toBe(strangers - block);
    const own = addresses(known + 9, () => '192.0.2.1');
    expect(logged('one', own, true)).toBe(known);
    const flooded = Array.from({ length: 10 }, (_, wall) => logged(`wall-${wall}`, unrelated(strangers)));
    expect(flooded.reduce((sum, count) => sum + count)).toBe(everywhere - strangers);
    expect(logged('wall-9', own, true)).toBe(known);
    at = 2 * 86_400_000;
    expect(logged('one', ['2001:db8:1:2::1'])).toBe(1);
  });
});

test('a call that fails without an answer takes no place for ever', async () => {
  const intake = openIntake({ database } as IntakePorts);
  await expect(intake.admit(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(intake.pending()).toBe(0);
  await intake.drain();
});

test('a server that stops responds to every call that it has accepted', async () => {
  // It leaves five seconds to its calls, of which a busy machine may need more.
  const cut = vi.spyOn(Server.prototype, 'closeAllConnections').mockImplementation(() => {});
  onTestFinished(() => cut.mockRestore());
  const stopping = await startTestServer(site.environment);
  const { id } = await createMember(stopping.database);
  await stopping.database
    .insertInto('wallMembers')
    .values({ wall: 'plain', code: 'stops', userId: id })
    .execute();
  const { calls, closed } = await whileLocked(async () => {
    const sent = Array.from({ length: 50 }, (_, index) =>
      fetch(
        `${stopping.url}/api/postbacks/plain?${signed({ tx: `stop-${index}`, user: 'stops', points: 1 })}`,
      ).then((answer) => answer.status),
    );
    await expect.poll(pendingCalls).toBe(50);
    return { calls: sent, closed: stopping.close() };
  }, stopping.database);
  await closed;
  expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
});
