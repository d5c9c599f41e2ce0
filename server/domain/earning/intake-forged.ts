/** Calls of one wall without proof that one process writes to the log within a minute. The rest are only counted. */
export const FORGED_LOGGED_PER_MINUTE_MAX = 60;
const MINUTE_MS = 60_000;

export interface ForgedCap {
  /** Whether one more call without proof is logged: `last` if it is the last one of its minute. */
  take: (wall: string) => 'log' | 'last' | 'count';
}

/**
 * Bounds what calls without proof cost: anyone can send them, and each one that is logged is a transaction. A minute
 * starts with the first of them. `now` answers milliseconds.
 */
export function openForgedCap(now: () => number = Date.now): ForgedCap {
  const minutes = new Map<string, { start: number; logged: number }>();
  return {
    take: (wall) => {
      const at = now();
      let minute = minutes.get(wall);
      if (!minute || at - minute.start >= MINUTE_MS) {
        minute = { start: at, logged: 0 };
        minutes.set(wall, minute);
      }
      if (minute.logged >= FORGED_LOGGED_PER_MINUTE_MAX) return 'count';
      minute.logged += 1;
      return minute.logged === FORGED_LOGGED_PER_MINUTE_MAX ? 'last' : 'log';
    },
  };
}
