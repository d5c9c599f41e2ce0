import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import {
  endRedemption,
  type FulfilPorts,
  fulfilRedemption,
  type PayoutProvider,
  proveRedemptions,
  recoverRedemptions,
} from '#domain/redemption/index.ts';
import { manualPayouts } from '#providers/payouts/manual/manual.ts';
import { SandboxIssuer, type SandboxOptions } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { WAIT } from '#testing/patience.ts';
import { endLease, issuerFolder, openRedemption, ownRewards, payoutRequest } from '#testing/redemption.ts';

const { database, transact } = await testDatabase();
const dataDir = await issuerFolder();
const admin = await createMember(database, { isAdmin: true });
const issuer = (options: Omit<SandboxOptions, 'dataDir'> = {}) => new SandboxIssuer({ dataDir, ...options });
const healthy = issuer();

const reported: unknown[] = [];
const ports = (...providers: PayoutProvider[]): FulfilPorts => ({
  transact,
  providers,
  report: (error) => reported.push(error),
  callTimeoutMs: WAIT.timeout,
});
const run = (id: string, provider: PayoutProvider = healthy) => fulfilRedemption(ports(provider), id);
const runLater = async (id: string, provider: PayoutProvider = healthy) => {
  await endLease(database, id);
  await run(id, provider);
};
const read = (id: string) =>
  database.selectFrom('cardRedemptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const change = (id: string, values: { unansweredSince?: Date; promisedBy?: Date }) =>
  database.updateTable('cardRedemptions').set(values).where('id', '=', id).execute();
const member = (id: string) =>
  database.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const cardsOf = async (id: string) =>
  (await healthy.cards()).filter((card) => card.redemptionId === id).map((card) => card.state);
const waitMinutes = async (id: string) => {
  const { rows } = await sql<{ minutes: number }>`
    select extract(epoch from leased_until - now())::float / 60 as minutes
    from card_redemptions where id = ${id}`.execute(database);
  return rows[0]?.minutes ?? 0;
};
const jobTime = async (id: string) => {
  const { rows } = await sql<{ runAt: Date }>`select run_at from graphile_worker.jobs
    where key = ${`fulfil_redemption:${id}`}`.execute(database);
  return rows[0]?.runAt;
};
/** Staff end the redemption once it is late. */
const endLate = async (redemptionId: string) => {
  await change(redemptionId, { promisedBy: hoursAgo(1) });
  await transact((tx) => endRedemption(tx, { redemptionId, text: 'We end this.', adminId: admin.id }));
};
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

afterEach(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
  const live = (await healthy.cards()).filter((card) => card.state === 'issued');
  expect(new Set(live.map((card) => card.redemptionId)).size).toBe(live.length);
});

describe('an issuer that works', () => {
  test('issues one card, pays the points out and counts the cents', async () => {
    const { id, memberId } = await openRedemption(database);
    await run(id);
    expect(await read(id)).toMatchObject({
      status: 'issued',
      reason: null,
      leasedUntil: null,
      issuedAt: expect.any(Date),
      expiresAt: expect.any(Date),
    });
    expect(await member(memberId)).toMatchObject({
      points: 0,
      cashRewardedCents: 100,
      lastRewardedAt: expect.any(Date),
    });
    expect(await cardsOf(id)).toEqual(['issued']);
  });

  test('issues nothing more for a redemption that is done or unknown', async () => {
    const { id, memberId } = await openRedemption(database);
    await run(id);
    await run(id);
    await run(memberId);
    expect(await cardsOf(id)).toEqual(['issued']);
  });

  test('20 workers at once issue one card', async () => {
    const { id } = await openRedemption(database);
    await Promise.all(Array.from({ length: 20 }, () => run(id)));
    expect(await read(id)).toMatchObject({ status: 'issued', attempts: 1 });
    expect(await cardsOf(id)).toEqual(['issued']);
  });

  test.each(['prepare', 'commit'] as const)(
    'a worker that is slow at %s and the one that takes over its lease issue one card',
    async (call) => {
      const { id } = await openRedemption(database);
      const forgetful = issuer({ forgetful: true });
      const [begun, overtaken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const dawdle = async (made: typeof call) => {
        if (made !== call) return;
        begun.resolve();
        await overtaken.promise;
      };
      const slow: PayoutProvider = Object.assign(issuer({ forgetful: true }), {
        prepare: async (...args: Parameters<SandboxIssuer['prepare']>) => {
          await dawdle('prepare');
          return forgetful.prepare(...args);
        },
        commit: async (...args: Parameters<SandboxIssuer['commit']>) => {
          await dawdle('commit');
          return forgetful.commit(...args);
        },
      });
      const first = run(id, slow);
      await begun.promise;
      await runLater(id, forgetful);
      overtaken.resolve();
      await first;
      expect(await read(id)).toMatchObject({ status: 'issued', attempts: 2 });
      expect((await cardsOf(id)).filter((state) => state === 'issued')).toHaveLength(1);
    },
  );
});

describe('an issuer that refuses', () => {
  test.each(['prepare', 'commit'] as const)('at %s returns the points once', async (call) => {
    const { id, memberId } = await openRedemption(database);
    await run(id, issuer({ fault: (made) => (made === call ? 'refuse' : undefined) }));
    expect(await read(id)).toMatchObject({ status: 'failed', reason: 'provider_refused' });
    expect(await member(memberId)).toMatchObject({ points: 100, cashRewardedCents: 0, lastRewardedAt: null });
    expect(await cardsOf(id)).toEqual(call === 'prepare' ? [] : ['voided']);
    await runLater(id);
    expect(await member(memberId)).toMatchObject({ points: 100 });
  });

  test('two workers, of which the second took over the lease of the first, refund once', async () => {
    const { id, memberId } = await openRedemption(database);
    const refusing = issuer({ fault: (made) => (made === 'commit' ? 'refuse' : { delayMs: 60 }) });
    const first = run(id, refusing);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await runLater(id, refusing);
    await first;
    await runLater(id, refusing);
    expect(await read(id)).toMatchObject({ status: 'failed' });
    expect(await member(memberId)).toMatchObject({ points: 100 });
  });

  test('does not bring a refund while the card may still be spent because the void was lost', async () => {
    const { id, memberId } = await openRedemption(database);
    const stuck = issuer({
      fault: (made) => (made === 'commit' ? 'refuse' : made === 'void' ? 'lose_request' : undefined),
    });
    await run(id, stuck);
    expect(await read(id)).toMatchObject({ status: 'processing' });
    expect(await member(memberId)).toMatchObject({ points: 0 });
    await runLater(id, issuer({ fault: (made) => (made === 'commit' ? 'refuse' : undefined) }));
    expect(await read(id)).toMatchObject({ status: 'failed' });
    expect(await member(memberId)).toMatchObject({ points: 100 });
  });

  test('does not bring a refund while no look-up proves that there is no card', async () => {
    const { id, memberId } = await openRedemption(database);
    const refusing = () => issuer({ fault: (made) => (made === 'prepare' ? 'refuse' : undefined) });
    for (const answer of [
      { t: 'unknown', code: 'down' },
      { t: 'retry', code: 'rate' },
      { t: 'accepted', why: 'review' },
    ] as const) {
      await runLater(id, Object.assign(refusing(), { lookup: async () => answer }));
      expect(await read(id)).toMatchObject({ status: 'processing' });
      expect(await member(memberId)).toMatchObject({ points: 0 });
    }
    await runLater(id, refusing());
    expect(await read(id)).toMatchObject({ status: 'failed' });
    expect(await member(memberId)).toMatchObject({ points: 100 });
  });

  test('does not bring a refund while a void is unconfirmed, even if a look-up finds nothing', async () => {
    const { id, memberId } = await openRedemption(database);
    const refusing = () => issuer({ fault: (made) => (made === 'commit' ? 'refuse' : undefined) });
    let looks = 0;
    const blind: Pick<SandboxIssuer, 'lookup' | 'void'> = {
      lookup: async (request) => (looks++ === 0 ? healthy.lookup(request) : { t: 'absent' }),
      void: async () => ({ t: 'unknown', code: 'lost' }),
    };
    await run(id, Object.assign(refusing(), blind));
    expect(looks).toBe(2);
    expect(await read(id)).toMatchObject({ status: 'processing' });
    expect(await member(memberId)).toMatchObject({ points: 0 });
    await runLater(id, refusing());
    expect(await read(id)).toMatchObject({ status: 'failed' });
    expect(await member(memberId)).toMatchObject({ points: 100 });
  });

  test('does not bring a refund when the card turns out to be issued', async () => {
    const { id, memberId } = await openRedemption(database);
    await run(id, issuer({ fault: (made) => (made === 'commit' ? 'lose_reply' : undefined) }));
    // The same call is now refused although the first one was carried out.
    const muddled = issuer({ fault: (made) => (made === 'commit' ? 'refuse' : undefined) });
    let looks = 0;
    const lookup: SandboxIssuer['lookup'] = async (request) =>
      looks++ === 0 ? { t: 'rejected', code: 'muddled' } : healthy.lookup(request);
    await endLease(database, id);
    await run(id, Object.assign(muddled, { lookup }));
    expect(await read(id)).toMatchObject({ status: 'issued' });
    expect(await member(memberId)).toMatchObject({ points: 0, cashRewardedCents: 100 });
  });
});

describe('lost replies', () => {
  test.each(['prepare', 'commit'] as const)(
    'at %s lead to one live card, which lookup finds',
    async (call) => {
      const { id } = await openRedemption(database);
      await run(id, issuer({ fault: (made) => (made === call ? 'lose_reply' : undefined) }));
      expect(await read(id)).toMatchObject({ status: 'processing', unansweredSince: expect.any(Date) });
      expect(Math.ceil(await waitMinutes(id))).toBe(10);
      expect(await jobTime(id)).toEqual((await read(id)).leasedUntil);
      await run(id);
      expect(await read(id)).toMatchObject({ status: 'processing', attempts: 1 });
      // By now the issuer has forgotten the idempotency key.
      await runLater(id, issuer({ forgetful: true }));
      expect(await read(id)).toMatchObject({ status: 'issued', unansweredSince: null });
      expect(await cardsOf(id)).toEqual(['issued']);
    },
  );

  test('a call that takes too long counts as lost and is reported', async () => {
    const { id } = await openRedemption(database);
    reported.length = 0;
    const slow = issuer({ fault: (made) => (made === 'commit' ? { delayMs: 300 } : undefined) });
    await fulfilRedemption({ ...ports(slow), callTimeoutMs: 100 }, id);
    expect(reported).toHaveLength(1);
    expect(await read(id)).toMatchObject({ status: 'processing', unansweredSince: expect.any(Date) });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await runLater(id);
    expect(await cardsOf(id)).toEqual(['issued']);
  });

  test('hold the points back from a later refusal until the lost call can no longer be carried out', async () => {
    const { id, memberId } = await openRedemption(database);
    await run(id, issuer({ fault: (made) => (made === 'prepare' ? 'lose_request' : undefined) }));
    const refusing = issuer({ fault: (made) => (made === 'prepare' ? 'refuse' : undefined) });
    await sql`update card_redemptions set leased_until = now() where id = ${id}`.execute(database);
    await run(id, refusing);
    expect(await read(id)).toMatchObject({ status: 'processing', unansweredSince: expect.any(Date) });
    expect(await member(memberId)).toMatchObject({ points: 0 });
    await runLater(id, refusing);
    expect(await read(id)).toMatchObject({ status: 'failed', reason: 'provider_refused' });
    expect(await member(memberId)).toMatchObject({ points: 100 });
  });

  test.each(['rate', 'no_funds', 'config'] as const)(
    'hold the points back although a later call is answered by %s and the next one by a refusal',
    async (code) => {
      const { id, memberId } = await openRedemption(database);
      await run(id, issuer({ fault: (made) => (made === 'prepare' ? 'lose_request' : undefined) }));
      const runAtOnce = async (provider: PayoutProvider) => {
        await sql`update card_redemptions set leased_until = now() where id = ${id}`.execute(database);
        await run(id, provider);
      };
      await runAtOnce(Object.assign(issuer(), { prepare: async () => ({ t: 'retry', code }) as const }));
      expect(await read(id)).toMatchObject({ unansweredSince: expect.any(Date) });
      const refusing = issuer({ fault: (made) => (made === 'prepare' ? 'refuse' : undefined) });
      await runAtOnce(refusing);
      expect(await read(id)).toMatchObject({ status: 'processing' });
      await runLater(id, refusing);
      expect(await read(id)).toMatchObject({ status: 'failed' });
      expect(await member(memberId)).toMatchObject({ points: 100 });
    },
  );

  test.each([
    ['lost too', issuer({ fault: (made) => (made === 'prepare' ? 'lose_request' : undefined) })],
    ['killed', undefined],
  ])('hold the points back for ten minutes from the last one: a second call is %s', async (_how, second) => {
    const { id, memberId } = await openRedemption(database);
    const lost = issuer({ fault: (made) => (made === 'prepare' ? 'lose_request' : undefined) });
    await run(id, lost);
    if (second) await runLater(id, second);
    else {
      await endLease(database, id);
      // It takes its lease, and nothing else is heard of it.
      let transactions = 0;
      const cut: FulfilPorts['transact'] = (work) =>
        ++transactions > 1 ? Promise.reject(new Error('the process is gone')) : transact(work);
      await expect(fulfilRedemption({ ...ports(lost), transact: cut }, id)).rejects.toThrow('gone');
    }
    const refusing = issuer({ fault: (made) => (made === 'prepare' ? 'refuse' : undefined) });
    for (const times of [1, 2]) {
      await sql`update card_redemptions set leased_until = now() where id = ${id}`.execute(database);
      await run(id, refusing);
      expect(await read(id), `run ${times}`).toMatchObject({ status: 'processing' });
    }
    await runLater(id, refusing);
    expect(await read(id)).toMatchObject({ status: 'failed' });
    expect(await member(memberId)).toMatchObject({ points: 100 });
  });

  test('after 20 hours without a reply the redemption is in review: no new call is made, and a late reply still counts', async () => {
    const { id, memberId } = await openRedemption(database);
    const silent = issuer({ fault: () => 'lose_request' });
    await run(id, silent);
    await change(id, { unansweredSince: hoursAgo(20.1) });
    await runLater(id, silent);
    expect(await read(id)).toMatchObject({ status: 'review', reason: 'provider_unreachable' });
    await runLater(id);
    expect(await read(id)).toMatchObject({ status: 'review', reason: 'answer_missing' });
    expect(Math.ceil(await waitMinutes(id))).toBe(60);
    expect(await cardsOf(id)).toEqual([]);
    expect(await member(memberId)).toMatchObject({ points: 0 });

    await healthy.prepare(payoutRequest({ redemptionId: id }));
    await runLater(id);
    expect(await read(id)).toMatchObject({ status: 'issued', reason: null });
  });
});

describe('an issuer that asks to wait', () => {
  test('keeps the points held, is tried again after the pause, and causes no refund', async () => {
    const { id, memberId } = await openRedemption(database);
    const limited = issuer({ fault: (made) => (made === 'lookup' ? undefined : 'rate') });
    for (let i = 0; i < 5; i++) {
      await runLater(id, limited);
      expect(await read(id)).toMatchObject({ status: 'processing', unansweredSince: null });
      expect(await waitMinutes(id)).toBeLessThan(0.1);
    }
    expect(await member(memberId)).toMatchObject({ points: 0 });
    await runLater(id);
    expect(await read(id)).toMatchObject({ status: 'issued' });
  });

  test('gives way to the first runs of other redemptions afterwards', async () => {
    const { id } = await openRedemption(database);
    const priority = async () => {
      const { rows } = await sql<{ priority: number }>`select priority from graphile_worker.jobs
        where key = ${`fulfil_redemption:${id}`}`.execute(database);
      return rows[0]?.priority;
    };
    expect(await priority()).toBe(0);
    await run(id, issuer({ fault: () => 'rate' }));
    expect(await priority()).toBe(1);
  });

  test('puts a redemption past its promise in review, which is still issued as soon as the issuer can', async () => {
    const { id } = await openRedemption(database);
    await change(id, { promisedBy: hoursAgo(1) });
    await run(id, issuer({ fault: () => 'rate' }));
    expect(await read(id)).toMatchObject({ status: 'review', reason: 'provider_unreachable' });
    await runLater(id);
    expect(await read(id)).toMatchObject({ status: 'issued', reason: null });
  });

  test('a provider that is no longer configured leaves the redemption as it is', async () => {
    const { id, memberId } = await openRedemption(database);
    const another = Object.assign(issuer(), { id: 'another' });
    await fulfilRedemption(ports(another), id);
    expect(await read(id)).toMatchObject({ status: 'processing' });
    expect(await member(memberId)).toMatchObject({ points: 0 });
    expect(await cardsOf(id)).toEqual([]);
    await runLater(id);
    expect(await read(id)).toMatchObject({ status: 'issued' });
  });

  test.each(['was never asked', 'answered without a reward'])(
    'the points go back when staff end a redemption whose provider %s and is not set up any more',
    async (provider) => {
      const { id, memberId } = await openRedemption(database);
      if (provider !== 'was never asked') await run(id, issuer({ fault: () => 'rate' }));
      const gone = Object.assign(issuer(), { id: 'another' });
      await runLater(id, gone);
      expect(await read(id)).toMatchObject({ status: 'processing' });
      await endLate(id);
      await runLater(id, gone);
      expect(await read(id)).toMatchObject({ status: 'failed', reason: 'staff_refused' });
      expect(await member(memberId)).toMatchObject({ points: 100 });
    },
  );

  test.each(['did not answer', 'did not answer, then left it to a person'])(
    'the points stay held when staff end a redemption whose provider %s, and is not set up any more',
    async (provider) => {
      const { id, memberId } = await openRedemption(database);
      await run(id, issuer({ fault: () => 'lose_request' }));
      const undecided = Object.assign(issuer(), {
        prepare: async () => ({ t: 'accepted', why: 'review' }) as const,
      });
      if (provider !== 'did not answer') await runLater(id, undecided);
      const gone = Object.assign(issuer(), { id: 'another' });
      await endLate(id);
      await runLater(id, gone);
      expect(await read(id)).toMatchObject({ status: 'review', reason: 'provider_unreachable' });
      expect(await member(memberId)).toMatchObject({ points: 0 });
    },
  );

  test('a redemption for a person keeps its points held, also past its promise', async () => {
    const { id, memberId } = await openRedemption(database, { provider: 'manual' });
    const manual = manualPayouts(ownRewards(database));
    await run(id, manual);
    await runLater(id, manual);
    expect(await read(id)).toMatchObject({ status: 'processing', providerRef: id, reason: null });
    await change(id, { promisedBy: hoursAgo(1) });
    await runLater(id, manual);
    expect(await read(id)).toMatchObject({ status: 'processing', reason: null });
    expect(await member(memberId)).toMatchObject({ points: 0 });
  });
});

describe('crashes', () => {
  /** Ports of a process that dies at its nth boundary: before or after a commit, before or after a call. */
  const dying = (provider: SandboxIssuer, boundary: number) => {
    let passed = 0;
    let dead = false;
    const pass = () => {
      if (++passed === boundary) dead = true;
      if (dead) throw new Error('the process is gone');
    };
    const around = async <T>(work: () => Promise<T>): Promise<T> => {
      pass();
      const result = await work();
      pass();
      return result;
    };
    const provided: PayoutProvider = {
      id: provider.id,
      delivery: provider.delivery,
      prepare: (request) => around(() => provider.prepare(request)),
      commit: (request, ref) => around(() => provider.commit(request, ref)),
      lookup: (request) => around(() => provider.lookup(request)),
      void: (ref) => around(() => provider.void(ref)),
    };
    const mortal: FulfilPorts = {
      transact: (work) => around(() => transact(work)),
      providers: [provided],
      report: () => {},
    };
    return { mortal, survived: () => !dead };
  };

  test.each([
    ['issues', healthy, 'issued'],
    ['refuses', issuer({ fault: (made) => (made === 'commit' ? 'refuse' : undefined) }), 'failed'],
  ] as const)('in a run that %s are followed by a run that ends it', async (_path, provider, end) => {
    for (let boundary = 1; ; boundary++) {
      const { id, memberId } = await openRedemption(database);
      const { mortal, survived } = dying(provider, boundary);
      await fulfilRedemption(mortal, id).catch(() => {});
      if (survived()) {
        expect(boundary).toBeGreaterThan(10);
        break;
      }
      await runLater(id, provider);
      expect(await read(id), `after boundary ${boundary}`).toMatchObject({ status: end });
      expect(await member(memberId)).toMatchObject({ points: end === 'failed' ? 100 : 0 });
    }
  });

  test('before the provider is asked wait for no answer', async () => {
    const { id } = await openRedemption(database);
    let transactions = 0;
    const cut: FulfilPorts['transact'] = (work) =>
      // The first takes the lease, and the second begins the call.
      ++transactions === 2 ? Promise.reject(new Error('the connection is lost')) : transact(work);
    await expect(fulfilRedemption({ ...ports(healthy), transact: cut }, id)).rejects.toThrow('connection');
    expect(await read(id)).toMatchObject({ resting: false, unansweredSince: null, providerRef: null });
    await runLater(id);
    expect(await read(id)).toMatchObject({ status: 'issued' });
  });

  test('do not lose a redemption whose worker or job is gone; one that waits is left alone', async () => {
    await sql`update card_redemptions set leased_until = now() + interval '1 hour'
      where status in ('pending', 'processing', 'review')`.execute(database);
    const [lost, orphan, waiting, fresh] = [
      await openRedemption(database),
      await openRedemption(database),
      await openRedemption(database),
      await openRedemption(database),
    ];
    await fulfilRedemption(dying(healthy, 4).mortal, orphan.id).catch(() => {});
    await endLease(database, orphan.id);
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1
      where key = ${`fulfil_redemption:${orphan.id}`}`.execute(database);
    await run(waiting.id, issuer({ fault: () => 'lose_request' }));
    await sql`select graphile_worker.remove_job('fulfil_redemption:' || ${lost.id}::text)`.execute(database);
    await sql`update card_redemptions set created_at = now() - interval '1 minute' where id = ${lost.id}`.execute(
      database,
    );
    const due = await jobTime(waiting.id);
    expect(await recoverRedemptions(transact)).toBe(2);
    expect(await recoverRedemptions(transact)).toBe(0);
    expect(await jobTime(lost.id)).toBeInstanceOf(Date);
    expect(await jobTime(orphan.id)).toBeInstanceOf(Date);
    expect(await jobTime(waiting.id)).toEqual(due);
    for (const { id } of [lost, orphan, fresh]) {
      await run(id);
      expect(await read(id)).toMatchObject({ status: 'issued' });
    }
  });

  test('do not move a job that is still queued', async () => {
    const { id } = await openRedemption(database);
    await sql`update card_redemptions set created_at = now() - interval '1 minute' where id = ${id}`.execute(
      database,
    );
    const before = await jobTime(id);
    expect(await recoverRedemptions(transact)).toBe(0);
    expect(await jobTime(id)).toEqual(before);
    await run(id);
  });
});
