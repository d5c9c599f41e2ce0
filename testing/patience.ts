/**
 * How long a test waits for what must come: far more than it usually takes, because the machine may be slow and busy, and
 * only a failing test waits to the end. `expect.poll` waits as long by itself (vitest.config.ts).
 */
export const WAIT = { timeout: 120_000 };

/** A test may wait for several things, one after the other. In milliseconds. */
export const TEST_MS_MAX = 300_000;
