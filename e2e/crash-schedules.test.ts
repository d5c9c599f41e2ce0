import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { summary } from '#testing/payouts/crash-faults.ts';
import { buildWorker, openLane } from '#testing/payouts/crash-schedules.ts';

/** `CRASH_SEED=<seed>` repeats the faults of a failed run. The order of parallel processes still varies. */
const SEED = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31));
const AT_ONCE = 21;
const PLAYS_MAX = 6;
const PROVIDERS = ['sandbox', 'tremendous', 'stripe', 'stock', 'manual'] as const;

const worker = await buildWorker();
const lanes = await Promise.all([openLane(SEED, worker), openLane(SEED + 1, worker)]);
const [silence, tries] = await Promise.all([
  openLane(SEED, worker, 'refunds_silence'),
  openLane(SEED, worker, 'names_each_try'),
]);

test('workers killed at any step, with failing providers, give one live reward or the points back, with every sum right', {
  timeout: LONG_TEST_MS_MAX,
}, async () => {
  const broken = (await Promise.all(lanes.map((lane) => lane.play(PROVIDERS, AT_ONCE)))).flat();
  const line = summary(
    SEED,
    lanes.map(({ tally }) => tally),
    broken.length,
  );
  console.log(line);
  expect(broken, line).toEqual([]);
});

test.each([
  ['that takes silence for a refusal', silence],
  ['that names each try anew', tries],
] as const)(
  'a provider %s is detected by the same schedules',
  async (_name, lane) => {
    // The faults are random: sometimes a play has none that this provider cannot bear.
    let broken: string[] = [];
    for (let play = 0; play < PLAYS_MAX && broken.length === 0; play += 1) {
      broken = await lane.play(['tremendous'], 2 * AT_ONCE);
    }
    expect(broken.length, summary(SEED, [lane.tally], broken.length)).toBeGreaterThan(0);
  },
  LONG_TEST_MS_MAX,
);
