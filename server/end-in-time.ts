import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from './log.ts';

/** A step has so long even if those before it have used up its time: most end at once. */
const LEAST_MS = 500;

/** Something that a stopping process ends. */
export interface Step {
  name: string;
  end: () => Promise<void>;
  /** Milliseconds after the beginning of the stop by which it has to have ended, if it was begun LEAST_MS before. */
  byMs: number;
}

/**
 * Ends the steps one after the other, the last one first, and goes on when the time of one is over. Returns whether all have
 * ended; the log names those that have not.
 */
export async function endInTime(steps: readonly Step[], log: Log): Promise<boolean> {
  const begun = performance.now();
  let all = true;
  for (const { name, end, byMs } of steps.toReversed()) {
    const rest = Math.max(LEAST_MS, begun + byMs - performance.now());
    const late = pause(rest, { error: new Error('it did not end in time') }, { ref: false });
    const fault = await Promise.race([late, end().catch((error: unknown) => ({ error }))]);
    if (!fault) continue;
    all = false;
    log.error({ step: name, err: fault.error }, 'given up by the stop');
  }
  return all;
}
