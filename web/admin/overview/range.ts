import { ACTIVITY_DAYS_MAX } from '#contract/overview.values.ts';

/** Numbers of days up to today that one click chooses. */
export const RANGES = ['7', '30', '90'] as const;
export const USUAL_DAYS = 30;
const DAY_MS = 86_400_000;

export interface Range {
  from: string;
  to: string;
  timeZone: string;
}

/** Today in this time zone: `2026-11-20`. */
export function todayIn(timeZone: string): string {
  // Swedish dates have the form of ISO 8601.
  return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
}

/** The range in the address; if it is missing or invalid, the last 30 days in the browser's time zone. */
export function rangeOf(search: Record<string, string>): Range {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timeZone = [search.zone, own].find(isTimeZone) ?? 'UTC';
  const to = isDay(search.to) ? search.to : todayIn(timeZone);
  const days = RANGES.find((range) => range === search.days);
  const from = isDay(search.from) && search.to ? search.from : before(to, Number(days ?? USUAL_DAYS));
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (length < 1 || length > ACTIVITY_DAYS_MAX) return { from: before(to, USUAL_DAYS), to, timeZone };
  return { from, to, timeZone };
}

/** The first of `days` days that end with `to`. */
const before = (to: string, days: number) =>
  new Date(Date.parse(to) - (days - 1) * DAY_MS).toISOString().slice(0, 10);

const isDay = (text: string | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));

/** True for the names that the server accepts; a bare offset is not one. */
function isTimeZone(name: string | undefined): name is string {
  if (!name || /^[+-]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
