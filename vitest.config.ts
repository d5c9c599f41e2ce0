import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { LONG_TEST_MS_MAX, TEST_MS_MAX, WAIT } from './testing/patience.ts';

/** Parts of the paths of the files that take longest, the longest first. */
const LONGEST = [
  'e2e/crash-redemptions',
  'tests/faults/stop-and-start',
  'e2e/overflow',
  'e2e/account',
  'tests/fuzz',
  'e2e/robustness',
  'e2e/accessibility',
  'e2e/journey',
  'e2e/start',
  'e2e/offers',
  'e2e/missions',
  'e2e/admin',
  'e2e/',
];
/** Files that start and kill servers and databases of their own: several at once leave a small machine nothing. */
const GREEDY = /\/(e2e\/crash-|tests\/faults\/)/;
/** One greedy file is begun, then this many others. */
const BETWEEN = 3;

/** Begun last, a long file would run alone at the end. The greedy ones are spread over the run. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = ({ moduleId }: { moduleId: string }) => {
      const at = LONGEST.findIndex((part) => moduleId.includes(`/${part}`));
      return at < 0 ? LONGEST.length : at;
    };
    const sorted = (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
    const greedy = sorted.filter(({ moduleId }) => GREEDY.test(moduleId));
    const others = sorted.filter(({ moduleId }) => !GREEDY.test(moduleId));
    const spread = others.flatMap((file, index) => [
      ...(index % BETWEEN === 0 ? greedy.splice(0, 1) : []),
      file,
    ]);
    return [...spread, ...greedy];
  }
}

/** Files of a project that run one after the other in the same process load what they share once. */
const isolate = false;
/** Twice the processors of a small machine: the tests wait much of their time for a PostgreSQL, servers and browsers. */
const maxWorkers = 4;
/** Node reads the files itself, as it does those of the server: it costs less than to let Vite transform them. */
const native = { experimental: { viteModuleRunner: false, nodeLoader: false } };
const patience = {
  expect: { poll: { timeout: WAIT.timeout } },
  testTimeout: TEST_MS_MAX,
  hookTimeout: TEST_MS_MAX,
};

export default defineConfig({
  test: {
    globalSetup: ['testing/global-setup.ts'],
    maxWorkers,
    // A worker that takes longer to end on a busy machine is a line of the output.
    teardownTimeout: WAIT.timeout,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...{ name: 'server', include: ['**/*.test.ts'], isolate, maxWorkers, ...native, ...patience },
          exclude: ['node_modules/**', '.build/**', 'e2e/**', 'web/**', 'tests/faults/**'],
        },
      },
      // Its servers serve the built web app.
      {
        test: {
          ...{
            name: 'faults',
            include: ['tests/faults/**/*.test.ts'],
            isolate,
            maxWorkers,
            ...native,
            ...patience,
          },
          globalSetup: ['testing/built-server.ts'],
        },
      },
      // Apart, as zod has other words once the server has loaded it.
      {
        test: {
          ...{ name: 'web', include: ['web/**/*.test.ts'], isolate, maxWorkers, ...patience },
          // Node warns, with the id of the process, that it has no localStorage.
          execArgv: ['--disable-warning=ExperimentalWarning'],
        },
      },
      {
        test: {
          ...{ name: 'e2e', include: ['e2e/**/*.test.ts'], isolate, maxWorkers, ...native, ...patience },
          // Each wait has an end of its own, and one way through the site has many of them.
          testTimeout: LONG_TEST_MS_MAX,
          globalSetup: ['testing/built-server.ts', 'e2e/global-setup.ts'],
        },
      },
    ],
  },
});
