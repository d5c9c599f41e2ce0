import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

/** The crash tests take longest: begun last, they would run alone at the end. */
class CrashesFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = ({ moduleId }: { moduleId: string }) => (moduleId.includes('/crash-') ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    globalSetup: ['testing/global-setup.ts', 'e2e/global-setup.ts'],
    include: ['e2e/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Most of their time these tests wait: for a server to start, for a worker, for a page.
    maxWorkers: 2,
    sequence: { sequencer: CrashesFirst },
  },
});
