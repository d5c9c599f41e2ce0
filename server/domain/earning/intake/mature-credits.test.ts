import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Transact, transactOn } from '#database/transaction.ts';
import { RUN_MS_MAX } from '#domain/common/begin-run.ts';
import { listTasks, matureCredits, mendHolds, proveEarning, totalTasks } from '#domain/earning/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { createMember, MAILBOX_KEY } from '#testing/factories.ts';
import { signed, startPostbackSite } from '#testing/postbacks.ts';
import { leaveToTest } from '#testing/timetable.ts';
import { HELD_BY_CLICK, HELD_DAYS, HELD_WALL } from '#testing/walls.ts';
import { MATURE_TOGETHER_MAX } from './mature-credits.ts';

/** The wall of these tests holds credits for seven days. Both proofs of the site must be empty after each file. */

const site = await startPostbackSite();
const { database, memberWithCode, plain, call, pointsOf, transactionOf, verdictsOf } = site;
const transact = transactOn(database);
await leaveToTest(database, 'mature_credits', 'mend_times');
const THRESHOLD = 100;
const held = (values: Record<string, string | number>) => plain(values, HELD_WALL);
const mature = () => matureCredits(transact, THRESHOLD);

/** Ends the waiting time. */
const letPass = async (tx: string) => {
  await database
    .updateTable('webhookTransactions')
    .set({ heldUntil: sql`held_until - make_interval(days => ${HELD_DAYS})` })
    .where('transactionId', '=', tx)
    .execute();
  await sql`update tasks t set held_until = w.held_until from webhook_transactions w
    where w.id = t.id and t.held_until is not null and w.transaction_id = ${tx}`.execute(database);
};
const movesOf = async (tx: string) =>
  (
    await database
      .selectFrom('ledgerTransfers')
      .select(['kind'])
      .where('reference', '=', (await transactionOf(tx))?.id ?? '')
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind);
const noticesOf = async (userId: string) =>
  (await database.selectFrom('notices').select('kind').where('userId', '=', userId).execute()).map(
    ({ kind }) => kind,
  );

/** More than are read at once. */
const MANY = MATURE_TOGETHER_MAX + 1;

/** A member with credits of one point each that are due. */
async function memberWithDue(count: number) {
  const { id, tx } = await memberWithCode();
  await sql`with due as (
      insert into webhook_transactions (transaction_id, provider, user_id, status, amount_mb, held_until)
      select ${tx}::text || n, ${HELD_WALL}, ${id}, 'held', 1, now() from generate_series(1, ${count}) n returning id
    ),
    done as (
      insert into tasks (id, user_id, task_type, points_earned, wall, held_until)
      select id, ${id}, 'survey', 1, ${HELD_WALL}, now() from due
    )
    select from ledger_post((select jsonb_agg(jsonb_build_object('key', 'hold:' || id, 'unit', 'points', 'amount', 1,
      'from', ${`wall:${HELD_WALL}`}::text, 'to', 'credits:held', 'kind', 'hold', 'reference', id, 'actor', 'wall'))
      from due))`.execute(database);
  return id;
}

/** Runs the job, and returns how many transactions it took. */
async function transactionsOfRun(): Promise<number> {
  let transactions = 0;
  const counting: Transact = (work) => {
    transactions += 1;
    return transact(work);
  };
  await matureCredits(counting, THRESHOLD);
  return transactions;
}

test('of many credits that are due, one run matures all', async () => {
  const id = await memberWithDue(MANY);
  await mature();
  expect(await pointsOf(id)).toBe(MANY);
});

test('credits of several members that are due together are committed together, and all are told', async () => {
  const members = [await memberWithCode(), await memberWithCode(), await memberWithCode()];
  for (const { code, tx } of members) await held({ tx, user: code, points: 120 });
  for (const { tx } of members) await letPass(tx);
  // One finds them, and one credits them.
  expect(await transactionsOfRun()).toBe(2);
  for (const { id, tx } of members) {
    expect([await pointsOf(id), await movesOf(tx)]).toEqual([120, ['hold', 'release', 'credit']]);
    expect(await noticesOf(id)).toEqual(['threshold_reached']);
  }
});

test('a member who is in use by another transaction holds up nobody else', async () => {
  const [used, free] = [await memberWithCode(), await memberWithCode()];
  for (const { code, tx } of [used, free]) await held({ tx, user: code, points: 10 });
  for (const { tx } of [used, free]) await letPass(tx);
  const other = await database.startTransaction().execute();
  await sql`select from users where id = ${used.id} for no key update`.execute(other);
  const matured = mature();
  await untilBlocked(other);
  await expect.poll(() => pointsOf(free.id)).toBe(10);
  await other.rollback().execute();
  await matured;
  expect(await pointsOf(used.id)).toBe(10);
});

test('a run that has gone on for most of a minute leaves the rest to the next', async () => {
  const id = await memberWithDue(MANY);
  const now = performance.now.bind(performance);
  let aheadMs = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
  onTestFinished(() => clock.mockRestore());
  let transactions = 0;
  const slow: Transact = async (work) => {
    const done = await transact(work);
    transactions += 1;
    // The first one finds what is due.
    if (transactions === 2) aheadMs = RUN_MS_MAX;
    return done;
  };
  await matureCredits(slow, THRESHOLD);
  expect(await pointsOf(id)).toBe(MATURE_TOGETHER_MAX);
  await mature();
  expect(await pointsOf(id)).toBe(MANY);
});

describe('a credit of a wall that holds credits', () => {
  test('is acknowledged, listed as pending with its date, and not yet in the balance', async () => {
    const { id, code, tx } = await memberWithCode();
    expect(await held({ tx, user: code, points: 50 })).toBe('200 OK');
    expect(await held({ tx, user: code, points: 50 })).toBe('200 DUP');
    expect(await pointsOf(id)).toBe(0);
    expect(await verdictsOf(tx)).toEqual(['duplicate']);
    const row = await transactionOf(tx);
    expect(row).toMatchObject({ status: 'held', amountMb: 50 });
    const days = (Number(row?.heldUntil) - Number(row?.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(HELD_DAYS);
    const [task] = await listTasks(database, [], id, undefined);
    expect(task).toMatchObject({ completed: true, pendingUntil: row?.heldUntil });
    expect(await totalTasks(database, id)).toEqual({
      ...{ count: 0, points: 0, pending: 50 },
      pendingUntil: row?.heldUntil,
    });
  });

  test('does not mature before its time', async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 50 });
    await mature();
    expect([await pointsOf(id), await movesOf(tx)]).toEqual([0, ['hold']]);
  });

  test('matures once even if several workers try at once, and the member is told about the threshold', async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 120 });
    await letPass(tx);
    await Promise.all(Array.from({ length: 8 }, mature));
    expect(await pointsOf(id)).toBe(120);
    expect(await movesOf(tx)).toEqual(['hold', 'release', 'credit']);
    expect(await noticesOf(id)).toEqual(['threshold_reached']);
    expect(await listTasks(database, [], id, undefined)).toMatchObject([{ pendingUntil: null }]);
    expect(await held({ tx, user: code, points: 120 })).toBe('200 DUP');
  });

  test('that is taken back while it waits never reaches the balance, and a copy of either call moves nothing', async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 50 });
    expect(await held({ tx, user: code, points: 50, status: 2 })).toBe('200 OK');
    expect(await held({ tx, user: code, points: 50, status: 2 })).toBe('200 DUP');
    await letPass(tx);
    await mature();
    expect(await held({ tx, user: code, points: 50 })).toBe('200 DUP');
    expect([await pointsOf(id), await movesOf(tx)]).toEqual([0, ['hold', 'release']]);
    expect(await transactionOf(tx)).toMatchObject({ status: 'reversed' });
    expect(await listTasks(database, [], id, undefined)).toMatchObject([
      { completed: false, pendingUntil: null, reversedAt: expect.any(Date) },
    ]);
    expect(await noticesOf(id)).toEqual(['pending_reversed']);
  });

  test('that is taken back after it matured leaves the balance, which may fall below zero', async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 50 });
    await letPass(tx);
    await mature();
    await held({ tx, user: code, points: 50, status: 2 });
    expect([await pointsOf(id), await movesOf(tx)]).toEqual([0, ['hold', 'release', 'credit', 'reversal']]);
    expect(await noticesOf(id)).toEqual(['points_reversed']);
  });

  test('whose reversal came first nets to zero and never reaches the balance', async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 50, status: 2 });
    expect(await held({ tx, user: code, points: 50 })).toBe('200 OK');
    expect([await pointsOf(id), await movesOf(tx)]).toEqual([0, ['hold', 'release']]);
    expect(await verdictsOf(tx)).toEqual(['reversed_early', 'netted']);
    expect(await noticesOf(id)).toEqual([]);
  });

  test('whose reversal has an id of its own and came first never reaches the balance', async () => {
    const { id, code, tx } = await memberWithCode();
    const send = (own: string, status = 1) =>
      plain({ tx: `${tx}-${own}`, ref: tx, user: code, points: 50, status }, HELD_BY_CLICK);
    expect([await send('x', 2), await send('a')]).toEqual(['200 OK', '200 OK']);
    await letPass(`${tx}-a`);
    await mature();
    expect([await pointsOf(id), await movesOf(`${tx}-a`)]).toEqual([0, ['hold', 'release']]);
    expect(await transactionOf(`${tx}-a`)).toMatchObject({ status: 'reversed', reversedBy: `${tx}-x` });
  });

  test('waits for its member before it locks its own row, as settlements do', async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 50 });
    await letPass(tx);
    const other = await database.startTransaction().execute();
    await sql`select from users where id = ${id} for update`.execute(other);
    const matured = mature();
    await untilBlocked(other);
    const row = sql`select from webhook_transactions where transaction_id = ${tx} for update skip locked`;
    expect((await row.execute(other)).rows).toHaveLength(1);
    await other.rollback().execute();
    await matured;
    expect(await pointsOf(id)).toBe(50);
  });

  test.each([1, 2, 3, 4])('that matures and is taken back at the same moment ends at zero (%i)', async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 50 });
    await letPass(tx);
    await Promise.all([mature(), held({ tx, user: code, points: 50, status: 2 }), mature()]);
    expect(await pointsOf(id)).toBe(0);
    expect([
      ['hold', 'release'],
      ['hold', 'release', 'credit', 'reversal'],
    ]).toContainEqual(await movesOf(tx));
  });

  test('goes back to the wall when it is due after its member has left', async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 50 });
    await transact((open) => eraseAccount(open, id, MAILBOX_KEY));
    await letPass(tx);
    await mature();
    expect(await movesOf(tx)).toEqual(['hold', 'release']);
    expect(await transactionOf(tx)).toMatchObject({ status: 'reversed', userId: null });
  });

  test('that cannot mature does not hold up the others', async () => {
    const [broken, fine] = [await memberWithCode(), await memberWithCode()];
    for (const { code, tx } of [broken, fine]) await held({ tx, user: code, points: 10 });
    await letPass(broken.tx);
    await letPass(fine.tx);
    await sql`update users set points = 2147483640 where id = ${broken.id}`.execute(database);
    await expect(mature()).rejects.toThrow('1 credits did not mature');
    expect(await pointsOf(fine.id)).toBe(10);
    expect(await transactionOf(broken.tx)).toMatchObject({ status: 'held' });
    await sql`update users set points = 0 where id = ${broken.id}`.execute(database);
    await mature();
    expect(await pointsOf(broken.id)).toBe(10);
  });
});

describe('a credit that came while the clock of the database was a year ahead', () => {
  const mend = () => transact(mendHolds);
  const heldAhead = async () => {
    const { id, code, tx } = await memberWithCode();
    await held({ tx, user: code, points: 50 });
    await sql`
      with ahead as (
        update webhook_transactions set created_at = created_at + interval '1 year',
          processed_at = processed_at + interval '1 year', held_until = held_until + interval '1 year'
        where transaction_id = ${tx} returning id, held_until
      )
      update tasks t set completed_at = completed_at + interval '1 year', held_until = ahead.held_until
      from ahead where t.id = ahead.id`.execute(database);
    return { id, code, tx };
  };

  test('is held for its days from the time at which that is found, once, and then counts', async () => {
    const { id, code, tx } = await heldAhead();
    await held({ tx: `${tx}-right`, user: code, points: 7 });
    const right = await transactionOf(`${tx}-right`);
    expect([await mend(), await mend()]).toEqual([1, 0]);
    expect(await transactionOf(`${tx}-right`)).toEqual(right);
    const { heldUntil } = (await transactionOf(tx)) ?? {};
    expect((Number(heldUntil) - Date.now()) / 86_400_000).toBeCloseTo(HELD_DAYS);
    await mature();
    expect(await pointsOf(id)).toBe(0);
    await letPass(tx);
    await mature();
    expect([await pointsOf(id), await movesOf(tx)]).toEqual([50, ['hold', 'release', 'credit']]);
    expect(await mend()).toBe(0);
  });

  test('waits for the next run while another transaction has its member', async () => {
    const { id } = await heldAhead();
    const other = await database.startTransaction().execute();
    await sql`select from users where id = ${id} for no key update`.execute(other);
    expect(await mend()).toBe(0);
    await other.rollback().execute();
    expect([await mend(), await mend()]).toEqual([1, 0]);
  });
});

test('the proof names held points without a pending credit, and pending credits without points', async () => {
  const { code, tx } = await memberWithCode();
  await held({ tx, user: code, points: 50 });
  const changed = await database.startTransaction().execute();
  await changed
    .updateTable('webhookTransactions')
    .set({ status: 'credited' })
    .where('transactionId', '=', tx)
    .execute();
  const name = `${HELD_WALL} transaction ${tx}`;
  expect(await proveEarning(changed)).toEqual(
    expect.arrayContaining([
      `${name}: is credited, but has no credit of 50 points in the ledger`,
      `${name}: is credited, but what was held for it says otherwise`,
      expect.stringMatching(/^credits:held: the transfers say \d+ points, the pending credits \d+$/),
    ]),
  );
  await changed.rollback().execute();
});

test('credits of other walls count at once, beside pending ones', async () => {
  const { id, code, tx } = await memberWithCode();
  const other = await createMember(database);
  await Promise.all([
    held({ tx, user: code, points: 50 }),
    plain({ tx, user: code, points: 7 }),
    call(`plain?${signed({ tx: `${tx}-2`, user: code, points: 5 })}`),
  ]);
  expect([await pointsOf(id), await pointsOf(other.id)]).toEqual([12, 0]);
});
