/** `expires_at` is the end of a day in UTC. In the last time zone (UTC-12) that day ends this much later. */
export const LAST_DAY_HOURS = 12;

const HOUR_MS = 3_600_000;

/** The end of a reward's last day in the last time zone. */
export const overEverywhere = (expiresAt: Date): Date =>
  new Date(expiresAt.getTime() + LAST_DAY_HOURS * HOUR_MS);
