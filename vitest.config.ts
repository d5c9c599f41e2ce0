import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: ['testing/global-setup.ts'],
    include: ['**/*.test.ts'],
    exclude: ['node_modules/**', 'e2e/**', '.build/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two workers: the suite shares its machine with a PostgreSQL.
    maxWorkers: 2,
  },
});
