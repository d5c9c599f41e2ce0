import { serverNow } from '#web/shared/api/clock.ts';

const DAY_MS = 86_400_000;
/** An offer is new for so long. */
const NEW_DAYS = 7;

/** Whether the offer came into the catalogue within the last days. */
export const isNew = (firstSeenAt: string, now: Date = serverNow()): boolean =>
  now.getTime() - Date.parse(firstSeenAt) < NEW_DAYS * DAY_MS;

/** An offer ends soon for so long before its end. */
const SOON_DAYS = 3;

/** Whether the offer has an end that is still to come. Who has started it keeps it on the screen after its end. */
export const isEnding = (endsAt: string | null, now: Date = serverNow()): endsAt is string =>
  endsAt !== null && Date.parse(endsAt) > now.getTime();

/** Whether that end is a few days away. */
export const endsSoon = (endsAt: string | null, now: Date = serverNow()): boolean =>
  isEnding(endsAt, now) && Date.parse(endsAt) - now.getTime() < SOON_DAYS * DAY_MS;

/** A time limit in the largest unit that says it well: 45 minutes, 36 hours, 14 days. */
export function spanOf(seconds: number): { unit: 'minute' | 'hour' | 'day'; value: number } {
  const hours = seconds / 3_600;
  if (hours < 1) return { unit: 'minute', value: Math.max(1, Math.floor(seconds / 60)) };
  if (hours < 48) return { unit: 'hour', value: Math.floor(hours) };
  return { unit: 'day', value: Math.floor(hours / 24) };
}
