import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import {
  type FulfilPorts,
  fulfilRedemption,
  type PayoutProvider,
  proveRedemptions,
  saveBillingAddress,
} from '#domain/redemption/index.ts';
import { SandboxIssuer } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import { BILLING_ADDRESS, endLease, issuerFolder, NO_ISSUERS, openRedemption } from '#testing/redemption.ts';

/**
 * Workers that are too slow: each test stops one at the worst moment, ends its lease, has another one take over, and then
 * lets the first continue. The issuer forgets its idempotency keys, so that only our order of steps protects the points.
 */

const { database, transact } = await testDatabase();
const dataDir = await issuerFolder();
const issuer = new SandboxIssuer({ dataDir, forgetful: true });

/** A place where a worker stops until it is let through. */
function gate() {
  const { promise: reached, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const pass = async () => {
    arrive();
    await opened;
  };
  return { reached, open, pass };
}

const calls = (changes: Partial<PayoutProvider> = {}): PayoutProvider => ({
  id: issuer.id,
  delivery: issuer.delivery,
  prepare: (request) => issuer.prepare(request),
  commit: (request, ref) => issuer.commit(request, ref),
  lookup: (request) => issuer.lookup(request),
  void: (ref) => issuer.void(ref),
  ...changes,
});
const worker = (id: string, provider: PayoutProvider, changes: Partial<FulfilPorts> = {}) =>
  fulfilRedemption(
    {
      transact,
      providers: [provider],
      report: (error) => {
        throw error;
      },
      callTimeoutMs: WAIT.timeout,
      ...changes,
    },
    id,
  );
const result = async (id: string) => {
  const { status, points } = await database
    .selectFrom('cardRedemptions as r')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .select(['r.status', 'u.points'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow();
  const cards = (await issuer.cards()).filter((card) => card.redemptionId === id);
  return { status, points, live: cards.filter((card) => card.state === 'issued').length };
};

afterEach(async () => {
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
});

test('a card prepared too late is not issued beside the card of the worker that took over', async () => {
  const { id } = await openRedemption(database);
  const [late, committing] = [gate(), gate()];
  const first = worker(
    id,
    calls({
      prepare: async (request) => {
        await late.pass();
        return issuer.prepare(request);
      },
    }),
  );
  await late.reached;
  await endLease(database, id);
  const second = worker(
    id,
    calls({
      commit: async (request, ref) => {
        await committing.pass();
        return issuer.commit(request, ref);
      },
    }),
  );
  await committing.reached;
  late.open();
  await first;
  committing.open();
  await second;
  expect(await result(id)).toEqual({ status: 'issued', points: 0, live: 1 });
});

test('every worker issues the saved one of two prepared cards', async () => {
  const { id } = await openRedemption(database);
  const [early, late, committing] = [gate(), gate(), gate()];
  // The first worker's card is in the book before the second's, but its reply comes after.
  const first = worker(
    id,
    calls({
      prepare: async (request) => {
        await early.pass();
        const outcome = await issuer.prepare(request);
        await late.pass();
        return outcome;
      },
    }),
  );
  await early.reached;
  await endLease(database, id);
  const second = worker(
    id,
    calls({
      prepare: async (request) => {
        early.open();
        await late.reached;
        return issuer.prepare(request);
      },
      commit: async (request, ref) => {
        await committing.pass();
        return issuer.commit(request, ref);
      },
    }),
  );
  await committing.reached;
  await endLease(database, id);
  await worker(id, calls());
  late.open();
  committing.open();
  await Promise.all([first, second]);
  expect(await result(id)).toEqual({ status: 'issued', points: 0, live: 1 });
});

test('a refusal voids the saved card too, so that issuing it late fails', async () => {
  const { id } = await openRedemption(database);
  const [early, late, committing] = [gate(), gate(), gate()];
  const first = worker(
    id,
    calls({
      prepare: async (request) => {
        await early.pass();
        const outcome = await issuer.prepare(request);
        await late.pass();
        return outcome;
      },
    }),
  );
  await early.reached;
  await endLease(database, id);
  const second = worker(
    id,
    calls({
      prepare: async (request) => {
        early.open();
        await late.reached;
        return issuer.prepare(request);
      },
      commit: async (request, ref) => {
        await committing.pass();
        return issuer.commit(request, ref);
      },
    }),
  );
  await committing.reached;
  await endLease(database, id);
  await worker(id, calls({ commit: async () => ({ t: 'rejected', code: 'refused' }) }));
  expect(await result(id)).toEqual({ status: 'failed', points: 100, live: 0 });
  late.open();
  committing.open();
  await Promise.all([first, second]);
  expect(await result(id)).toEqual({ status: 'failed', points: 100, live: 0 });
});

test('a proof that no reward exists no longer counts once another worker has taken over', async () => {
  const { id } = await openRedemption(database);
  const [proven, issued] = [gate(), gate()];
  const first = worker(
    id,
    calls({
      prepare: async () => ({ t: 'rejected', code: 'refused' }),
      lookup: async (request) => {
        const outcome = await issuer.lookup(request);
        await proven.pass();
        return outcome;
      },
    }),
  );
  await proven.reached;
  await endLease(database, id);
  const second = worker(
    id,
    calls({
      commit: async (request, ref) => {
        const outcome = await issuer.commit(request, ref);
        await issued.pass();
        return outcome;
      },
    }),
  );
  await issued.reached;
  proven.open();
  await first;
  issued.open();
  await second;
  expect(await result(id)).toEqual({ status: 'issued', points: 0, live: 1 });
});

test('a worker that was replaced voids nothing', async () => {
  const { id } = await openRedemption(database);
  const [looking, committing] = [gate(), gate()];
  let voids = 0;
  const first = worker(
    id,
    calls({
      commit: async () => ({ t: 'rejected', code: 'refused' }),
      lookup: async (request) => {
        await looking.pass();
        return issuer.lookup(request);
      },
      void: async (ref) => {
        voids += 1;
        return issuer.void(ref);
      },
    }),
  );
  await looking.reached;
  await endLease(database, id);
  const second = worker(
    id,
    calls({
      commit: async (request, ref) => {
        await committing.pass();
        return issuer.commit(request, ref);
      },
    }),
  );
  await committing.reached;
  looking.open();
  await first;
  committing.open();
  await second;
  expect(voids).toBe(0);
  expect(await result(id)).toEqual({ status: 'issued', points: 0, live: 1 });
});

test('a worker that was replaced does not end the lease of the next', async () => {
  const { id } = await openRedemption(database);
  const [slow, working] = [gate(), gate()];
  const first = worker(
    id,
    calls({
      prepare: async () => {
        await slow.pass();
        return { t: 'retry', code: 'rate', afterMs: 1_000 };
      },
    }),
  );
  await slow.reached;
  await endLease(database, id);
  const second = worker(
    id,
    calls({
      lookup: async (request) => {
        await working.pass();
        return issuer.lookup(request);
      },
    }),
  );
  await working.reached;
  const lease = () =>
    database.selectFrom('cardRedemptions').select('leasedUntil').where('id', '=', id).executeTakeFirst();
  const before = await lease();
  slow.open();
  await first;
  expect(await lease()).toEqual(before);
  working.open();
  await second;
  expect(await result(id)).toEqual({ status: 'issued', points: 0, live: 1 });
});

test('a worker that waits for an address to be stored uses it', async () => {
  const { id, memberId } = await openRedemption(database);
  const given: unknown[] = [];
  let begun: Promise<void> | undefined;
  await transact(async (tx) => {
    await saveBillingAddress(tx, memberId, BILLING_ADDRESS, NO_ISSUERS);
    begun = worker(
      id,
      calls({
        prepare: (request) => {
          given.push(request.recipient.address);
          return issuer.prepare(request);
        },
      }),
    );
    await expect.poll(lockWaits).toBe(1);
  });
  await begun;
  expect(given).toEqual([BILLING_ADDRESS]);
  expect(await result(id)).toEqual({ status: 'issued', points: 0, live: 1 });
});

async function lockWaits(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database);
  return rows[0]?.count;
}
