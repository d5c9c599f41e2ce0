import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['testing/global-setup.ts', 'e2e/global-setup.ts'],
    include: ['e2e/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // One browser at a time: two would slow each other more than they save.
    maxWorkers: 1,
    fileParallelism: false,
  },
});
