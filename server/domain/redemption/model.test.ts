import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SandboxIssuer, type SandboxOptions } from '#providers/payouts/sandbox.ts';
import { testDatabase } from '#testing/database.ts';
import { endLease, issuerFolder, openRedemption } from '#testing/redemption.ts';
import { audit } from '../ledger/index.ts';
import { auditRedemptions, type FulfilPorts, fulfilRedemption } from './index.ts';

const { database, transact } = await testDatabase();
const dataDir = await issuerFolder();
const healthy = new SandboxIssuer({ dataDir });

/** After this many runs without a fault every redemption has ended. */
const CALM_RUNS = 5;
/** Stories that are played at the same time, as strangers' redemptions are. */
const AT_ONCE = 16;
/** More than a thousand stories. */
const RUNS = 150;

/** What a call may meet. A lookup never lies, so `refuse` stands for a call that pays or takes back. */
const fault = fc.option(
  fc.oneof(
    fc.constantFrom('refuse' as const, 'rate' as const, 'lose_request' as const, 'lose_reply' as const),
    fc.integer({ min: 1, max: 25 }).map((delayMs) => ({ delayMs })),
  ),
  { nil: undefined, freq: 2 },
);
/** One worker: the faults of its calls in turn, and after how many commits its process dies, if it does. */
const worker = fc.record({
  faults: fc.array(fault, { maxLength: 6 }),
  commits: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
  startMs: fc.integer({ min: 0, max: 20 }),
});
/** Workers of a round overlap, since the lease is ended under them. */
const schedule = fc.record({
  forgetful: fc.boolean(),
  rounds: fc.array(fc.array(worker, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
});

type Story = typeof schedule extends fc.Arbitrary<infer T> ? T : never;
type Worker = typeof worker extends fc.Arbitrary<infer T> ? T : never;

function portsOf({ faults, commits }: Worker, forgetful: boolean): FulfilPorts {
  const left = [...faults];
  const options: SandboxOptions = {
    dataDir,
    forgetful,
    fault: (call) => {
      const next = left.shift();
      return next === 'refuse' && call === 'lookup' ? undefined : next;
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

async function work(id: string, one: Worker, forgetful: boolean): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, one.startMs));
  await endLease(database, id);
  await fulfilRedemption(portsOf(one, forgetful), id).catch((error: Error) => {
    if (error.message !== 'the process is gone') throw error;
  });
}

/** Plays one story to its end. Answers how the redemption ended. Throws where a promise is broken. */
async function play({ forgetful, rounds }: Story): Promise<string> {
  const { id, memberId } = await openRedemption(database);
  for (const round of rounds) await Promise.all(round.map((one) => work(id, one, forgetful)));
  for (let run = 0; run < CALM_RUNS; run++) {
    await endLease(database, id);
    await fulfilRedemption({ transact, providers: [healthy], report: () => {} }, id);
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
  return status;
}

test('whatever fails and whoever dies: at most one live card, points paid or returned, every sum right', async () => {
  const ends = new Set<string>();
  const stories = fc.array(schedule, { minLength: 1, maxLength: AT_ONCE, size: 'max' });
  await fc.assert(
    fc.asyncProperty(stories, async (together) => {
      for (const end of await Promise.all(together.map(play))) ends.add(end);
      expect(await audit(database)).toEqual([]);
      expect(await auditRedemptions(database)).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect([...ends].sort()).toEqual(['failed', 'issued']);
}, 600_000);
