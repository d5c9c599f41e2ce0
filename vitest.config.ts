import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { TEST_MS_MAX, WAIT } from './testing/patience.ts';

/** Parts of the paths of the files that take longest, the longest first. */
const LONGEST = [
  'e2e/crash-',
  'tests/faults/stop-and-start',
  'tests/fuzz',
  'e2e/account',
  'e2e/journey',
  'e2e/accessibility',
  'e2e/start',
  'tests/faults/',
  'e2e/',
];

/** Begun last, a long file would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = ({ moduleId }: { moduleId: string }) => {
      const at = LONGEST.findIndex((part) => moduleId.includes(`/${part}`));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
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
      { test: { name: 'web', include: ['web/**/*.test.ts'], isolate, maxWorkers, ...patience } },
      {
        test: {
          ...{ name: 'e2e', include: ['e2e/**/*.test.ts'], isolate, maxWorkers, ...native, ...patience },
          globalSetup: ['testing/built-server.ts', 'e2e/global-setup.ts'],
        },
      },
    ],
  },
});
