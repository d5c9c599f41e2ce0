/** `expires_at` is the end of a day in UTC. In the west of it that day goes on, for at most so long (UTC-12). */
export const LAST_DAY_HOURS = 12;

const HOUR_MS = 3_600_000;

/** When the last day of a reward is over everywhere. */
export const overEverywhere = (expiresAt: Date): Date =>
  new Date(expiresAt.getTime() + LAST_DAY_HOURS * HOUR_MS);
