import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { proveLedger } from '#domain/ledger/index.ts';
import { type FulfilPorts, fulfilRedemption, proveRedemptions } from '#domain/redemption/index.ts';
import { STATES } from '#domain/redemption/states.ts';
import { SandboxIssuer, type SandboxOptions } from '#providers/payouts/sandbox/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { LONG_TEST_MS_MAX, WAIT } from '#testing/patience.ts';
import { issuerFolder, noteMoves, openRedemptions } from '#testing/redemption.ts';

/**
 * The steps of fulfilment as a model: thousands of random schedules of faults, deaths and overlapping workers.
 * e2e/crash-schedules.test.ts and vendor-model.test.ts play the same with real processes and with vendors over HTTP.
 */

const { database, transact } = await testDatabase();
const folder = await issuerFolder();

/** Every redemption has ended after this many runs without a fault. */
const CALM_RUNS = 5;
/** Schedules that are played at the same time, each for another member. */
const AT_ONCE = 64;
const RUNS = 50;

/** What may happen to a call. A lookup is never wrong, so `refuse` is only for calls that pay or take back. */
const fault = fc.option(
  fc.oneof(
    fc.constantFrom('refuse' as const, 'rate' as const, 'lose_request' as const, 'lose_reply' as const),
    fc.integer({ min: 1, max: 25 }).map((delayMs) => ({ delayMs })),
  ),
  { nil: undefined, freq: 2 },
);
/** One worker: the faults of its calls in order, and the number of commits after which its process dies, if it does. */
const worker = fc.record({
  faults: fc.array(fault, { maxLength: 6 }),
  commits: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  startMs: fc.integer({ min: 0, max: 20 }),
});
/** The workers of a round overlap, because each one ends the lease of the one before. */
const schedule = fc.record({
  forgetful: fc.boolean(),
  rounds: fc.array(fc.array(worker, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
});

type Story = typeof schedule extends fc.Arbitrary<infer T> ? T : never;
type Worker = typeof worker extends fc.Arbitrary<infer T> ? T : never;

type Fault = Worker['faults'][number];

/** Counts of what was played and how it ended. */
const tally = { schedules: 0, workers: 0, deaths: 0, faults: {} as Tally, ends: {} as Tally };
type Tally = Record<string, number>;
const count = (table: Tally, name: string) => {
  table[name] = (table[name] ?? 0) + 1;
};
const nameOf = (fault: NonNullable<Fault>) => (typeof fault === 'object' ? 'late' : fault);

function portsOf({ faults, commits }: Worker, issuer: SandboxOptions): FulfilPorts {
  const left = [...faults];
  const options: SandboxOptions = {
    ...issuer,
    fault: (call) => {
      const next = left.shift();
      if (next === undefined || (next === 'refuse' && call === 'lookup')) return undefined;
      count(tally.faults, nameOf(next));
      return next;
    },
  };
  let committed = 0;
  return {
    transact: (work) => {
      if (commits !== undefined && committed++ >= commits) throw new Error('the process is gone');
      return transact(work);
    },
    providers: [new SandboxIssuer(options)],
    report: () => {},
  };
}

/** Returns whether the redemption was open. */
async function work(id: string, one: Worker, issuer: SandboxOptions): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, one.startMs));
  if (!(await passTime(id))) return false;
  tally.workers += 1;
  await fulfilRedemption(portsOf(one, issuer), id).catch((error: Error) => {
    if (error.message !== 'the process is gone') throw error;
    tally.deaths += 1;
  });
  return true;
}

/** Ends the wait of the redemption. Returns whether it is open. */
async function passTime(id: string): Promise<boolean> {
  const { rows } = await sql`update card_redemptions set leased_until = now() - interval '1 minute'
    where id = ${id} and status in ('pending', 'processing', 'review') returning id`.execute(database);
  return rows.length > 0;
}

/** Plays one schedule to its end. Throws if a promise is broken. */
async function play(
  { id, memberId }: { id: string; memberId: string },
  { forgetful, rounds }: Story,
): Promise<void> {
  tally.schedules += 1;
  // Each redemption has its own book, because an issuer reads the whole book at its first call.
  const dataDir = path.join(folder, id);
  for (const round of rounds) {
    const found = await Promise.all(round.map((one) => work(id, one, { dataDir, forgetful })));
    if (!found.includes(true)) break;
  }
  const healthy = new SandboxIssuer({ dataDir });
  for (let run = 0; run < CALM_RUNS && (await passTime(id)); run++) {
    await fulfilRedemption(
      { transact, providers: [healthy], report: () => {}, callTimeoutMs: WAIT.timeout },
      id,
    );
  }
  const { status, points } = await database
    .selectFrom('cardRedemptions as r')
    .innerJoin('users as u', 'u.id', 'r.userId')
    .select(['r.status', 'u.points'])
    .where('r.id', '=', id)
    .where('u.id', '=', memberId)
    .executeTakeFirstOrThrow();
  const live = (await healthy.cards()).filter((card) => card.redemptionId === id && card.state === 'issued');
  expect([status, points, live.length]).toEqual(status === 'issued' ? ['issued', 0, 1] : ['failed', 100, 0]);
  count(tally.ends, status);
}

test('whatever fails and whoever dies: at most one live card, points paid or returned, every sum right', {
  // Thousands of schedules: the longest of all tests.
  timeout: 2 * LONG_TEST_MS_MAX,
}, async () => {
  const seen = await noteMoves(database);
  const stories = fc.array(schedule, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(
    fc.asyncProperty(stories, async (together) => {
      const redemptions = await openRedemptions(database, together.length);
      await Promise.all(
        redemptions.map(async (redemption, index) => {
          const story = together[index];
          if (story) await play(redemption, story);
        }),
      );
      expect(await proveLedger(database)).toEqual([]);
      expect(await proveRedemptions(database)).toEqual([]);
    }),
    // A smaller example would take many runs to find, each of which may wait.
    { numRuns: RUNS, endOnFailure: true },
  );
  const all = (table: Tally) => {
    const parts = Object.entries(table).map(([name, times]) => `${name} ${times}`);
    return `${Object.values(table).reduce((sum, times) => sum + times, 0)} (${parts.join(', ')})`;
  };
  console.log(
    `${tally.schedules} schedules, ${tally.workers} workers, deaths ${tally.deaths}, faults ${all(tally.faults)}, ends ${all(tally.ends)}, violations 0`,
  );
  expect(Object.keys(tally.ends).sort()).toEqual(['failed', 'issued']);
  const moves = Object.entries(STATES).flatMap(([from, { next }]) =>
    Object.keys(next).map((to) => `${from} -> ${to}`),
  );
  expect((await seen()).filter((move) => !moves.includes(move))).toEqual([]);
});
