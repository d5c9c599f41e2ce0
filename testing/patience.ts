/**
 * How long a test waits for what must come: far more than it usually takes, because the machine may be slow and busy, and
 * only a failing test waits to the end. `expect.poll` waits as long by itself (vitest.config.ts).
 */
export const WAIT = { timeout: 45_000 };
