import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { memberRewards } from '#domain/administration/index.ts';
import { proveLedger } from '#domain/ledger/index.ts';
import { suspendMember } from '#domain/members/index.ts';
import { eraseAccount } from '#domain/privacy/index.ts';
import {
  assignFulfilment,
  endRedemption,
  fulfilByHand,
  fulfilRedemption,
  listFulfilments,
  listRedemptions,
  type PayoutProvider,
  proveRedemptions,
  recoverRedemptions,
  refuseFulfilment,
} from '#domain/redemption/index.ts';
import { takeLease } from '#domain/redemption/payout/lease.ts';
import { pauseMember, resumeMember } from '#domain/trust/index.ts';
import { manualPayouts } from '#providers/payouts/manual/manual.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { stockPayouts } from '#providers/payouts/stock/stock.ts';
import { untilBlocked } from '#testing/blocked.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember, MAILBOX_KEY } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import {
  endLease,
  issuerFolder,
  openRedemption,
  ownRewards,
  payoutRequest,
  REWARD_KEYS,
} from '#testing/redemption.ts';
import { addCodes, addReward, askForReward, knownMember, OWN_SERVING } from '#testing/rewards.ts';

const { database, transact } = await testDatabase();
const dataDir = await issuerFolder();
const issuer: PayoutProvider & Pick<SandboxIssuer, 'cards'> = new SandboxIssuer({ dataDir });
const own = ownRewards(database);
const admin = await createMember(database, { isAdmin: true });
const other = await createMember(database, { isAdmin: true });

const why = { reason: 'many_reversals', text: 'Our partner asks.', adminId: admin.id } as const;
const pause = (userId: string) => transact((tx) => pauseMember(tx, { userId, ...why }));
const suspend = (userId: string) => transact((tx) => suspendMember(tx, { userId, ...why }));
const resume = (userId: string) => transact((tx) => resumeMember(tx, { userId, adminId: admin.id }));
const end = (redemptionId: string, adminId = admin.id) =>
  transact((tx) => endRedemption(tx, { redemptionId, text: 'We end this.', adminId }));
const fulfil = (id: string, provider: PayoutProvider = issuer) =>
  fulfilRedemption(
    { transact, providers: [provider, manualPayouts(own), stockPayouts(own)], report: () => {} },
    id,
  );
const read = (id: string) =>
  database.selectFrom('cardRedemptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const shown = async (memberId: string) => (await listRedemptions(database, memberId))[0];
const pointsOf = async (id: string) =>
  (await database.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points;
/** Sweeps as if the time had passed that a redemption is left to its own job. */
const sweep = async (id: string) => {
  await sql`delete from graphile_worker._private_jobs where key = ${`fulfil_redemption:${id}`}`.execute(
    database,
  );
  await sql`update card_redemptions set created_at = created_at - interval '1 minute',
    leased_until = leased_until - interval '1 minute' where id = ${id}`.execute(database);
  return recoverRedemptions(transact);
};
const refused = (code: string) => expect.objectContaining({ code });
const STOPS = [
  ['paused', pause],
  ['suspended', suspend],
] as const;

/** The sandbox issuer, with a list of the calls begun that could pay. */
function watched(calls: Partial<PayoutProvider> = {}) {
  const began: string[] = [];
  const provider: PayoutProvider = {
    id: issuer.id,
    delivery: 'at_once',
    prepare: (...args) => {
      began.push('prepare');
      return (calls.prepare ?? issuer.prepare.bind(issuer))(...args);
    },
    commit: (...args) => {
      began.push('commit');
      return (calls.commit ?? issuer.commit.bind(issuer))(...args);
    },
    lookup: (...args) => (calls.lookup ?? issuer.lookup.bind(issuer))(...args),
    void: (...args) => issuer.void(...args),
  };
  return { provider, began };
}

afterEach(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

describe.each(STOPS)('while a member is %s', (stop, measure) => {
  test('a waiting redemption is not issued, shows no date, and continues by itself afterwards', async () => {
    const { id, memberId } = await openRedemption(database);
    const promised = (await read(id)).promisedBy;
    await measure(memberId);
    const { provider, began } = watched();
    await fulfil(id, provider);
    expect(began).toEqual([]);
    expect(await shown(memberId)).toMatchObject({ status: 'pending', stop, promisedBy: null });
    expect(await sweep(id)).toBe(0);

    await sql`update users set paused_at = null, paused_reason = null, paused_text = null, suspended_at = null
      where id = ${memberId}`.execute(database);
    await sql`update card_redemptions set stopped_at = stopped_at - interval '10 days' where id = ${id}`.execute(
      database,
    );
    expect(await sweep(id)).toBe(1);
    await fulfil(id);
    expect(await read(id)).toMatchObject({ status: 'issued' });
    expect((await read(id)).promisedBy.getTime() - promised.getTime()).toBeGreaterThan(
      10 * 86_400_000 - 60_000,
    );
  });

  test('a redemption from the stock takes no code', async () => {
    const reward = await addReward(database, { provider: 'stock' });
    await addCodes(database, reward, ['STILL-HERE']);
    const memberId = await knownMember(database, 200);
    const { id } = await askForReward(database, memberId, reward.id);
    await measure(memberId);
    expect(await own.take(id)).toEqual({ t: 'stopped' });
    await fulfil(id);
    const { rows } =
      await sql`select from voucher_codes where redemption_id is not null and reward_id = ${reward.id}`.execute(
        database,
      );
    expect(rows).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'pending' });
  });

  test('a redemption for a person cannot be fulfilled, says so in the queue, and can be given back', async () => {
    const reward = await addReward(database, { provider: 'manual' });
    const memberId = await knownMember(database, 200);
    const { id } = await askForReward(database, memberId, reward.id);
    await fulfil(id);
    await measure(memberId);
    const queued = (await listFulfilments(database, admin.id, OWN_SERVING)).find(
      ({ redemptionId }) => redemptionId === id,
    );
    expect(queued).toMatchObject({ stop });
    await transact((tx) => assignFulfilment(tx, id, admin.id, OWN_SERVING));
    const made = { kind: 'code', code: 'RIDE-1', pin: null, expiresOn: null } as const;
    const by = { redemptionId: id, adminId: admin.id };
    await expect(transact((tx) => fulfilByHand(tx, by, made, REWARD_KEYS))).rejects.toEqual(
      refused(`member_${stop}`),
    );
    await transact((tx) => refuseFulfilment(tx, by, 'Stopped for good.'));
    await fulfil(id);
    expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
    expect(await pointsOf(memberId)).toBe(200);
  });

  test('a reward that a person made just before is held back, and given afterwards', async () => {
    const reward = await addReward(database, { provider: 'manual' });
    const memberId = await knownMember(database, 200);
    const { id } = await askForReward(database, memberId, reward.id);
    await fulfil(id);
    await transact((tx) => assignFulfilment(tx, id, admin.id, OWN_SERVING));
    const made = { kind: 'code', code: 'RIDE-2', pin: null, expiresOn: null } as const;
    await transact((tx) => fulfilByHand(tx, { redemptionId: id, adminId: admin.id }, made, REWARD_KEYS));
    await measure(memberId);
    await fulfil(id);
    expect(await read(id)).toMatchObject({ status: 'processing' });
    await sql`update users set paused_at = null, paused_reason = null, paused_text = null, suspended_at = null
      where id = ${memberId}`.execute(database);
    expect(await sweep(id)).toBe(1);
    await fulfil(id);
    expect(await read(id)).toMatchObject({ status: 'issued' });
  });

  test('staff can end a waiting redemption: the points are back, the member reads why, and nothing is issued later', async () => {
    const { id, memberId } = await openRedemption(database);
    await expect(end(id)).rejects.toEqual(refused('redemption_not_stopped'));
    await measure(memberId);
    await fulfil(id);
    await end(id);
    await fulfil(id);
    expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
    expect(await shown(memberId)).toMatchObject({ message: 'We end this.' });
    expect(await pointsOf(memberId)).toBe(100);
    await expect(end(id)).rejects.toEqual(refused('redemption_not_stopped'));
  });

  test('a redemption that the provider may have paid is settled once and cannot be ended', async () => {
    const { id, memberId } = await openRedemption(database);
    const { provider, began } = watched({
      commit: async (...args) => {
        await issuer.commit(...args);
        throw new Error('the answer is lost');
      },
    });
    await fulfil(id, provider);
    expect(began).toEqual(['prepare', 'commit']);
    await measure(memberId);
    await end(id);
    await endLease(database, id);
    await fulfil(id);
    expect(await read(id)).toMatchObject({ status: 'issued' });
    expect((await issuer.cards()).filter((card) => card.redemptionId === id)).toHaveLength(1);
    expect(await pointsOf(memberId)).toBe(0);
  });
});

test('a pause between preparing and paying stops the payment until the pause ends', async () => {
  const { id, memberId } = await openRedemption(database);
  const { provider, began } = watched({
    prepare: async (...args) => {
      const prepared = await issuer.prepare(...args);
      await pause(memberId);
      return prepared;
    },
  });
  await fulfil(id, provider);
  expect(began).toEqual(['prepare']);
  expect(await read(id)).toMatchObject({ status: 'processing', stoppedAt: expect.any(Date) });
  expect(await sweep(id)).toBe(0);
  await resume(memberId);
  expect(await sweep(id)).toBe(1);
  await fulfil(id);
  expect(await read(id)).toMatchObject({ status: 'issued' });
  expect((await issuer.cards()).filter((card) => card.redemptionId === id)).toHaveLength(1);
});

/** Its calls for rewards are never answered and never carried out, and its lookups find nothing. */
const silent = watched({
  prepare: async () => {
    throw new Error('the answer is lost');
  },
});
/** A worker that is killed as soon as its call for a reward was sent. */
const killed = (id: string) =>
  new Promise<void>((sent) => {
    let isDead = false;
    const { provider } = watched({
      prepare: () => {
        isDead = true;
        sent();
        return new Promise<never>(() => {});
      },
    });
    const ports = { providers: [provider], report: () => {} };
    void fulfilRedemption(
      { ...ports, transact: (work) => (isDead ? new Promise(() => {}) : transact(work)) },
      id,
    );
  });

test.each([
  ['lost', (id: string) => fulfil(id, silent.provider)],
  ['lost with the worker that waited for it', killed],
])(
  'while an answer that is %s may still come, the end of a redemption gives no points back; afterwards it does',
  async (_, call) => {
    const { id, memberId } = await openRedemption(database);
    await call(id);
    await pause(memberId);
    await end(id);
    await expect(end(id)).rejects.toEqual(refused('fulfilment_decided'));
    await endLease(database, id);
    await fulfil(id);
    expect(await read(id)).toMatchObject({ status: 'processing', unansweredSince: expect.any(Date) });
    expect(await pointsOf(memberId)).toBe(0);

    await sql`update fulfilments set decided_at = decided_at - interval '10 minutes' where redemption_id = ${id}`.execute(
      database,
    );
    await endLease(database, id);
    await fulfil(id);
    expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
    expect(await pointsOf(memberId)).toBe(100);
  },
);

test.each([
  ['whose answer is missing for twenty hours', { unanswered_since: 20.1 }],
  ['that is past its promise', { promised_by: 0.1 }],
])('staff can end a redemption %s although its member is not stopped', async (_, since) => {
  const { id, memberId } = await openRedemption(database);
  await fulfil(id, silent.provider);
  await expect(end(id)).rejects.toEqual(refused('redemption_not_stopped'));
  const [column, hours] = Object.entries(since)[0] ?? [];
  await sql`update card_redemptions set ${sql.ref(column ?? '')} = now() - make_interval(mins => ${Number(hours) * 60})
    where id = ${id}`.execute(database);
  await endLease(database, id);
  await fulfil(id, silent.provider);
  expect(await read(id)).toMatchObject({ status: 'review' });
  const listed = async () => (await memberRewards(database, memberId, undefined))[0];
  expect(await listed()).toMatchObject({ id, stop: null, endable: true });
  await end(id);
  expect(await listed()).toMatchObject({ endable: false });
  await sql`update fulfilments set decided_at = decided_at - interval '10 minutes' where redemption_id = ${id}`.execute(
    database,
  );
  const { provider, began } = watched();
  await endLease(database, id);
  await fulfil(id, provider);
  expect(began).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
  expect(await pointsOf(memberId)).toBe(100);
  expect(await shown(memberId)).toMatchObject({ message: 'We end this.' });
});

test('staff can end a late redemption from the stock that no worker has run yet', async () => {
  const reward = await addReward(database, { provider: 'stock' });
  await addCodes(database, reward, ['NOT-GIVEN']);
  const memberId = await knownMember(database, 200);
  const { id } = await askForReward(database, memberId, reward.id);
  const listed = async () => (await memberRewards(database, memberId, undefined))[0]?.endable;
  expect(await listed()).toBe(false);
  await sql`update card_redemptions set promised_by = now() - interval '1 minute' where id = ${id}`.execute(
    database,
  );
  expect(await listed()).toBe(true);
  await end(id);
  await fulfil(id);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
  expect(await pointsOf(memberId)).toBe(200);
});

test('staff are not offered to end a redemption whose code was taken from the stock, and cannot', async () => {
  const reward = await addReward(database, { provider: 'stock' });
  await addCodes(database, reward, ['TAKEN']);
  const memberId = await knownMember(database, 200);
  const { id } = await askForReward(database, memberId, reward.id);
  await stockPayouts(own).prepare(payoutRequest({ redemptionId: id }), AbortSignal.timeout(WAIT.timeout));
  await sql`update card_redemptions set promised_by = now() - interval '1 minute' where id = ${id}`.execute(
    database,
  );
  await expect(end(id)).rejects.toEqual(refused('fulfilment_decided'));
  expect((await memberRewards(database, memberId, undefined))[0]).toMatchObject({ id, endable: false });
});

test('a redemption that staff have ended is still issued when its reward turns out to exist', async () => {
  const { id, memberId } = await openRedemption(database);
  await fulfil(id, silent.provider);
  await sql`update card_redemptions set promised_by = now() - interval '1 minute' where id = ${id}`.execute(
    database,
  );
  await end(id);
  const request = payoutRequest({ redemptionId: id });
  const signal = AbortSignal.timeout(WAIT.timeout);
  const prepared = await issuer.prepare(request, signal);
  await issuer.commit(request, 'ref' in prepared ? (prepared.ref ?? '') : '', signal);
  await endLease(database, id);
  await fulfil(id);
  expect(await read(id)).toMatchObject({ status: 'issued' });
  expect(await shown(memberId)).toMatchObject({ message: null });
  expect(await pointsOf(memberId)).toBe(0);
});

test('a reward made by hand whose redemption is ended during a run is not issued by that run', async () => {
  const reward = await addReward(database, { provider: 'manual' });
  const memberId = await knownMember(database, 200);
  const { id } = await askForReward(database, memberId, reward.id);
  await fulfil(id);
  await transact((tx) => assignFulfilment(tx, id, admin.id, OWN_SERVING));
  const made = { kind: 'code', code: 'RIDE-3', pin: null, expiresOn: null } as const;
  await transact((tx) => fulfilByHand(tx, { redemptionId: id, adminId: admin.id }, made, REWARD_KEYS));
  const manual = manualPayouts(own);
  const slow: PayoutProvider = {
    id: manual.id,
    delivery: manual.delivery,
    prepare: (...args) => manual.prepare(...args),
    commit: (...args) => manual.commit(...args),
    void: (...args) => manual.void(...args),
    lookup: async (...args) => {
      const found = await manual.lookup(...args);
      await pause(memberId);
      await end(id);
      return found;
    },
  };
  await fulfilRedemption({ transact, providers: [slow], report: () => {} }, id);
  expect(await read(id)).toMatchObject({ status: 'processing' });
  await endLease(database, id);
  await fulfil(id);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
  expect(await pointsOf(memberId)).toBe(200);
  // Nobody has seen its code.
  const next = await askForReward(database, await knownMember(database, 200), reward.id);
  await transact((tx) => assignFulfilment(tx, next.id, admin.id, OWN_SERVING));
  await transact((tx) => fulfilByHand(tx, { redemptionId: next.id, adminId: admin.id }, made, REWARD_KEYS));
  await fulfil(next.id);
  expect(await read(next.id)).toMatchObject({ status: 'issued' });
});

test.each([
  ['staff end its redemption', (id: string) => end(id)],
  [
    'another worker takes over',
    async (id: string) => {
      await endLease(database, id);
      await transact((tx) => takeLease(tx, id, [issuer]));
    },
  ],
])('a run asks for nothing after %s', async (_what, happens) => {
  const { id, memberId } = await openRedemption(database);
  await sql`update card_redemptions set attempts = 1, resting = true, promised_by = now() - interval '1 minute'
    where id = ${id}`.execute(database);
  const { provider, began } = watched({
    lookup: async () => {
      await happens(id);
      return { t: 'absent' };
    },
  });
  await fulfil(id, provider);
  expect(began).toEqual([]);
  expect(await pointsOf(memberId)).toBe(0);
});

test('the run that staff started by ending a redemption follows at once, although another one was under way', async () => {
  const { id, memberId } = await openRedemption(database);
  await sql`update card_redemptions set attempts = 1, resting = true, promised_by = now() - interval '1 minute'
    where id = ${id}`.execute(database);
  const { provider } = watched({
    lookup: async () => {
      await end(id);
      // Its job finds the lease of this run.
      await sql`delete from graphile_worker._private_jobs where key = ${`fulfil_redemption:${id}`}`.execute(
        database,
      );
      return { t: 'absent' };
    },
  });
  await fulfil(id, provider);
  const { rows: jobs } = await sql`select from graphile_worker.jobs
    where key = ${`fulfil_redemption:${id}`} and run_at <= now()`.execute(database);
  expect(jobs).toHaveLength(1);
  await fulfil(id);
  expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
  expect(await pointsOf(memberId)).toBe(100);
});

test('a prepared card is voided when staff end its redemption', async () => {
  const { id, memberId } = await openRedemption(database);
  const { provider } = watched({
    prepare: async (...args) => {
      const prepared = await issuer.prepare(...args);
      await pause(memberId);
      return prepared;
    },
  });
  await fulfil(id, provider);
  await end(id);
  await fulfil(id);
  expect(await read(id)).toMatchObject({ status: 'failed' });
  const states = (await issuer.cards()).filter((card) => card.redemptionId === id).map(({ state }) => state);
  expect(states).not.toContain('issued');
  expect(await pointsOf(memberId)).toBe(100);
});

test('after a pause has returned, no call that pays begins, at any moment of the run', async () => {
  for (let round = 0; round < 25; round++) {
    const { id, memberId } = await openRedemption(database);
    const begins: number[] = [];
    const note = () => void begins.push(performance.now());
    const { provider } = watched({
      prepare: (...args) => {
        note();
        return issuer.prepare(...args);
      },
      commit: (...args) => {
        note();
        return issuer.commit(...args);
      },
    });
    const run = fulfil(id, provider);
    await new Promise((resolve) => setTimeout(resolve, round));
    await pause(memberId);
    const returned = performance.now();
    await run;
    for (const at of begins) expect(at).toBeLessThan(returned);
    expect((await read(id)).status === 'issued').toBe(begins.length === 2);
  }
});

test('a pause during the start of a call returns only after the call has begun', async () => {
  const { id, memberId } = await openRedemption(database);
  const { provider, began } = watched();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const beginning = Promise.withResolvers<void>();
  let paused: Promise<void> | undefined;
  const run = fulfilRedemption(
    {
      transact: async (work) => {
        // Two transactions race for a row that has just become free; here the pause goes first.
        await paused;
        return transact(async (tx) => {
          const result = await work(tx);
          // The database may be this slow to release the lock of the call.
          if (began.length === 1) {
            beginning.resolve();
            await held;
          }
          return result;
        });
      },
      providers: [provider],
      report: () => {},
    },
    id,
  );
  await beginning.promise;
  let returned = false;
  paused = pause(memberId).then(() => {
    returned = true;
  });
  await untilBlocked(database);
  expect(returned).toBe(false);
  release();
  await Promise.all([paused, run]);
  expect(began).toEqual(['prepare']);
  expect((await read(id)).status).toBe('processing');
});

test('a redemption with a missing reply is looked up during a pause, and no new call is made', async () => {
  const { id, memberId } = await openRedemption(database);
  let found = false;
  const lost = watched({
    commit: async () => {
      throw new Error('lost');
    },
    lookup: async (...args) => (found ? issuer.lookup(...args) : { t: 'unknown', code: 'slow' }),
  });
  await fulfil(id, lost.provider);
  await pause(memberId);
  await endLease(database, id);
  await fulfil(id, lost.provider);
  expect(lost.began).toEqual(['prepare', 'commit']);
  found = true;
  await endLease(database, id);
  await fulfil(id, lost.provider);
  expect(lost.began).toEqual(['prepare', 'commit']);
  await resume(memberId);
  await endLease(database, id);
  await fulfil(id);
  expect(await read(id)).toMatchObject({ status: 'issued' });
});

test('staff cannot end a redemption of their own', async () => {
  const { id, memberId } = await openRedemption(database);
  await pause(memberId);
  await expect(end(id, memberId)).rejects.toEqual(refused('approval_own'));
  await end(id, other.id);
});

test('a member who leaves while paused is paid nothing later', async () => {
  const { id, memberId } = await openRedemption(database);
  await pause(memberId);
  await fulfil(id);
  await transact((tx) => eraseAccount(tx, memberId, MAILBOX_KEY));
  const { provider, began } = watched();
  await vi.waitFor(async () => {
    await fulfil(id, provider);
    expect((await read(id)).status).toBe('failed');
  }, WAIT);
  expect(began).toEqual([]);
});
