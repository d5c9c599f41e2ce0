import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import {
  type FulfilPorts,
  fulfilRedemption,
  type PayoutProvider,
  proveRedemptions,
} from '#domain/redemption/index.ts';
import { StripePayouts } from '#providers/payouts/stripe/stripe.ts';
import { TremendousPayouts } from '#providers/payouts/tremendous/tremendous.ts';
import { testDatabase } from '#testing/database.ts';
import { LONG_TEST_MS_MAX, WAIT } from '#testing/patience.ts';
import type { Call, Fault, StandIn } from '#testing/payouts/stand-in.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { BILLING_ADDRESS, endLease, openRedemption } from '#testing/redemption.ts';

/**
 * Real providers under random faults: requests and replies that are lost, late or refused, workers that die or overlap.
 * After each story every sum is right and at most one reward is live. Providers written carelessly on purpose prove that
 * the stories find such faults.
 */

const { database, transact } = await testDatabase();
const [tremendous, stripe] = await Promise.all([startTremendous(), startStripe()]);
afterAll(() => Promise.all([tremendous.close(), stripe.close()]));

/** Every redemption has ended after this many runs in which no call is lost or late. */
const CALM_RUNS = 6;
const CALL_TIMEOUT_MS = 40;
/** Every request of a round has landed before the next round; in production the pause is ten minutes. */
const ROUND_PAUSE_MS = 60;

const fault: fc.Arbitrary<Fault | undefined> = fc.option(
  fc.oneof(
    fc.constantFrom<Fault>(
      'lose_request',
      'lose_reply',
      { status: 429, headers: { 'Retry-After': '1' } },
      { status: 500 },
      { status: 401 },
    ),
    fc.integer({ min: 1, max: 60 }).map((answerAfterMs): Fault => ({ answerAfterMs })),
    fc.integer({ min: 1, max: 40 }).map((landAfterMs): Fault => ({ landAfterMs })),
  ),
  { nil: undefined, freq: 2 },
);
/** One worker, and the number of commits after which its process dies, if it does. */
const worker = fc.record({
  commits: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  startMs: fc.integer({ min: 0, max: 20 }),
});
/**
 * `refusing`, `refusesAtLast`: the vendor refuses every call that pays, in this round or in the calm after all of them.
 * Where a busy machine lets each call of the rounds time out, the calm alone decides how a redemption ends.
 */
const storyOf = (workersMax: number) =>
  fc.record({
    pruned: fc.boolean(),
    refusesAtLast: fc.boolean(),
    rounds: fc.array(
      fc.record({
        faults: fc.array(fault, { maxLength: 10 }),
        refusing: fc.boolean(),
        workers: fc.array(worker, { minLength: 1, maxLength: workersMax }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  });
type Story = ReturnType<typeof storyOf> extends fc.Arbitrary<infer T> ? T : never;
type Worker = Story['rounds'][number]['workers'][number];

interface Bench {
  vendor: StandIn;
  provider: PayoutProvider;
  pays: (call: Call) => boolean;
  /** Makes the vendor forget our idempotency keys. */
  prune: () => void;
  live: (redemptionId: string) => number;
  /** Workers at the same time. Taking a card back needs two calls, which only a lease keeps together. */
  workersMax: number;
}

const tremendousBench: Bench = {
  vendor: tremendous,
  provider: new TremendousPayouts(tremendous.settings),
  pays: (call) => call.method === 'POST' && call.path.endsWith('/orders'),
  // An order keeps our id forever.
  prune: () => {},
  live: (id) =>
    tremendous.orders.filter((order) => order.externalId?.startsWith(id) && order.status === 'EXECUTED')
      .length,
  workersMax: 3,
};
const stripeBench: Bench = {
  vendor: stripe,
  provider: new StripePayouts(stripe.settings),
  pays: (call) =>
    call.method === 'POST' && /^\/v1\/issuing\/cards/.test(call.path) && !call.text.includes('canceled'),
  prune: stripe.forgetKeys,
  live: (id) =>
    stripe.cards.filter((card) => card.metadata?.redemption_id === id && card.status === 'active').length,
  workersMax: 1,
};

function portsOf(
  provider: PayoutProvider,
  { commits }: Pick<Worker, 'commits'>,
  callTimeoutMs: number,
): FulfilPorts {
  let committed = 0;
  return {
    transact: (work) => {
      if (commits !== undefined && committed++ >= commits) throw new Error('the process is gone');
      return transact(work);
    },
    providers: [provider],
    report: () => {},
    callTimeoutMs,
  };
}

async function work(provider: PayoutProvider, id: string, one: Worker, callTimeoutMs: number): Promise<void> {
  await pause(one.startMs);
  await endLease(database, id);
  await fulfilRedemption(portsOf(provider, one, callTimeoutMs), id).catch((error: Error) => {
    if (error.message !== 'the process is gone') throw error;
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Plays one story to its end and returns how the redemption ended. Throws if a promise is broken. */
async function play(
  bench: Bench,
  provider: PayoutProvider,
  story: Story,
  callTimeoutMs: number,
): Promise<string> {
  const { id, memberId } = await openRedemption(database, { provider: provider.id });
  await database
    .insertInto('billingAddresses')
    .values({ userId: memberId, ...BILLING_ADDRESS })
    .execute();
  for (const { faults, refusing, workers } of story.rounds) {
    const left = [...faults];
    bench.vendor.setFault((call) => {
      if (story.pruned) bench.prune();
      return refusing && bench.pays(call) ? { status: 400 } : left.shift();
    });
    await Promise.all(workers.map((one) => work(provider, id, one, callTimeoutMs)));
    await pause(ROUND_PAUSE_MS);
  }
  bench.vendor.setFault((call) => (story.refusesAtLast && bench.pays(call) ? { status: 400 } : undefined));
  for (let run = 0; run < CALM_RUNS; run++) {
    await endLease(database, id);
    await fulfilRedemption(portsOf(provider, { commits: undefined }, WAIT.timeout), id);
  }
  const { status } = await database
    .selectFrom('cardRedemptions')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { points } = await database
    .selectFrom('users')
    .select('points')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  expect({ status, points, live: bench.live(id) }).toEqual(
    status === 'issued'
      ? { status: 'issued', points: 0, live: 1 }
      : { status: 'failed', points: 100, live: 0 },
  );
  expect(await proveLedger(database)).toEqual([]);
  expect(await proveRedemptions(database)).toEqual([]);
  return status;
}

const outlive = (
  bench: Bench,
  provider: PayoutProvider,
  runs: number,
  { ends = new Set<string>(), callTimeoutMs = CALL_TIMEOUT_MS } = {},
) =>
  fc.assert(
    fc.asyncProperty(storyOf(bench.workersMax), async (story) => {
      ends.add(await play(bench, provider, story, callTimeoutMs));
    }),
    { numRuns: runs, endOnFailure: true },
  );

describe.each([
  ['tremendous', tremendousBench],
  ['stripe', stripeBench],
] as const)('%s', { timeout: LONG_TEST_MS_MAX }, (_name, bench) => {
  test('under any faults and deaths at most one reward is live, and points are paid or returned', async () => {
    const ends = new Set<string>();
    await outlive(bench, bench.provider, 60, { ends });
    expect([...ends].sort()).toEqual(['failed', 'issued']);
  });
});

describe('a careless provider is found out', { timeout: LONG_TEST_MS_MAX }, () => {
  // On a busy machine each short call would time out before it is sent, and nothing could go wrong.
  const patient = { callTimeoutMs: WAIT.timeout };
  const { provider } = tremendousBench;
  const careless = (changes: Partial<PayoutProvider>): PayoutProvider => ({
    id: provider.id,
    delivery: provider.delivery,
    prepare: (request, signal) => provider.prepare(request, signal),
    commit: (request, ref, signal) => provider.commit(request, ref, signal),
    lookup: (request, signal) => provider.lookup(request, signal),
    void: (ref, signal) => provider.void(ref, signal),
    ...changes,
  });

  test('that treats silence as a refusal and claims without a lookup that no reward exists', async () => {
    const naive = careless({
      prepare: (request, signal) =>
        provider.prepare(request, signal).catch(() => ({ t: 'rejected', code: 'no answer' })),
      lookup: async () => ({ t: 'absent' }),
    });
    await expect(outlive(tremendousBench, naive, 60, patient)).rejects.toThrow(/Property failed/);
  });

  test('that gives each try a new name and does not look first', async () => {
    const naive = careless({
      prepare: (request, signal) => {
        const redemptionId = `${request.redemptionId} ${randomUUID()}`;
        return provider.prepare({ ...request, redemptionId }, signal);
      },
      lookup: async () => ({ t: 'absent' }),
    });
    await expect(outlive(tremendousBench, naive, 60, patient)).rejects.toThrow(/Property failed/);
  });
});
