import { type BEAT_STATES, HEARTBEAT_SECONDS } from '#contract/missions.values.ts';

/** How late a heartbeat may come, in milliseconds; after a longer silence none of it counts. */
export const BEAT_TOLERANCE_MS = 3_000;
const SILENCE_MS_MAX = HEARTBEAT_SECONDS * 1_000 + BEAT_TOLERANCE_MS;

/** The clock of a timed mission. It runs for one page at a time. */
export interface Clock {
  countedMs: number;
  /** The page that counts, or counted last. */
  view: string | null;
  /** Time up to which is counted; null while no page shows the mission. */
  runningSince: Date | null;
}

export interface Beat {
  view: string;
  /** False when the page stops showing the mission. */
  playing: boolean;
  /** The server's time. */
  at: Date;
}

type Running = Pick<Clock, 'runningSince'>;

/** Whether the clock runs at this time: a page sent a heartbeat recently. */
export const isRunning = (clock: Running, at: Date): boolean => uncountedMs(clock, at) !== undefined;

/** How long the clock has run since it was counted; undefined if it does not run. */
function uncountedMs({ runningSince }: Running, at: Date): number | undefined {
  if (runningSince === null) return undefined;
  const ms = at.getTime() - runningSince.getTime();
  // A time far ahead is of a heartbeat that came while the database's clock was ahead.
  return ms >= -BEAT_TOLERANCE_MS && ms <= SILENCE_MS_MAX ? Math.max(0, ms) : undefined;
}

/**
 * Moves the clock on by one heartbeat. Only the server's time between two beats of the same page counts. So faster or
 * repeated beats gain nothing, and a second page counts only after the first has stopped or gone silent.
 */
export function advance(
  clock: Clock,
  { view, playing, at }: Beat,
  targetMs: number,
): Clock & { state: (typeof BEAT_STATES)[number] } {
  const elapsed = uncountedMs(clock, at);
  if (elapsed !== undefined && clock.view !== view) return { ...clock, state: 'elsewhere' };
  const countedMs = Math.min(targetMs, clock.countedMs + (elapsed ?? 0));
  if (countedMs >= targetMs) return { countedMs, view, runningSince: null, state: 'reached' };
  return { countedMs, view, runningSince: playing ? at : null, state: playing ? 'counting' : 'stopped' };
}
