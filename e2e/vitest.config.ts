import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['testing/global-setup.ts', 'e2e/global-setup.ts'],
    include: ['e2e/**/*.test.ts'],
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Most of their time these tests wait: for a server to start, for a worker, for a page.
    maxWorkers: 2,
  },
});
