import { setTimeout as pause } from 'node:timers/promises';
import { TEST_MS_MAX } from './patience.ts';

const DAY_MS = 86_400_000;
/** A timer may come before the clock says so. */
const MARGIN_MS = 1_000;

/** Waits until midnight (UTC) is over if it is near: for tests of the sums of a day, which must not end in the middle. */
export async function untilTodayLasts(): Promise<void> {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < TEST_MS_MAX) await pause(leftMs + MARGIN_MS);
}
