/**
 * How long a test waits for what must come: far more than it usually takes, because the machine may be slow and busy, and
 * only a failing test waits to the end. `expect.poll` waits as long by itself (vitest.config.ts).
 */
export const WAIT = { timeout: 120_000 };

/** A server may make a database of its own and fill it first, which is several waits. In milliseconds. */
export const START_MS_MAX = 240_000;

/** A test may wait for several things, one after the other. In milliseconds. */
export const TEST_MS_MAX = 300_000;

/** A test of many cases, each of which starts a process or waits for many others, may take so long, in milliseconds. */
export const LONG_TEST_MS_MAX = 1_500_000;

/**
 * Limits of a pool of the tests. Within the product a call that finds no connection is told to come again. The server's own
 * limits, which give the better error, come before the silence.
 */
export const PATIENT = { connectMsMax: WAIT.timeout, silenceMsMax: WAIT.timeout + 5_000 };
