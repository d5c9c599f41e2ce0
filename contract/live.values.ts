/** Interval, in milliseconds, of the sign of life on a stream of events. */
export const LIVE_BEAT_MS = 20_000;
